/** An error in words; nothing without one. */
export function Problem({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <div className="notice notice-danger" role="alert">
      {error.message}
    </div>
  );
}
