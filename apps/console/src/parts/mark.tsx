/** The mark, as the server has it for every page. */
export const Mark = ({ size }: { size: number }) => <img src="/favicon.svg" width={size} height={size} alt="" />;
