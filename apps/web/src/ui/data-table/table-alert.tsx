/** An error above the rows of a table. */
export function TableAlert({ text }: { text: string }) {
  return (
    <p
      role="alert"
      className="border-b border-line bg-danger-soft px-4 py-2 sm:px-5 text-xs font-medium text-danger"
    >
      {text}
    </p>
  )
}
