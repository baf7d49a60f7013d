interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The button for the next page of a list; nothing after the last one. */
export function More({ list, title }: { list: Pages; title: string }) {
  if (!list.hasNextPage) return null;
  return (
    <button
      type="button"
      className="button-quiet"
      disabled={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {title}
    </button>
  );
}
