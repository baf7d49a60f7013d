export const channelExample = {
  channel_id: 'chn_54cf7c7cb4ad4c1027000001',
  callback_url: 'https://example.com/changes',
  filters: { calendar_ids: ['cal_2MPyGxgyny6w_FK37MLy2ihIu'], only_managed: false, profile_expiring: false },
};

export const channelCall = { credential: 'access-token', tag: 'channels' } as const;
