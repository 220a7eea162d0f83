/** Text whose dates (DD-MM-YYYY) stay in one piece where the line ends. */
export function NoBreakDates({ text }: { text: string }) {
  return text.split(/(\d{2}-\d{2}-\d{4})/).map((part, index) =>
    index % 2 === 1 ? (
      // Every second part is a date, and parts never change places.
      <span key={`${index} ${part}`} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
