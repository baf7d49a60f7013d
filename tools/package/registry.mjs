const unreachable = /npm error (code E(AI_AGAIN|CONNREFUSED|CONNRESET|NETUNREACH|NOTFOUND|TIMEDOUT)|network)/;

/** Whether npm failed because its registry cannot be reached. */
export const isUnreachable = (error) => unreachable.test(String(error));
