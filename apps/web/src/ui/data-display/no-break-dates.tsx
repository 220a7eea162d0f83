/** Text with unbreakable dates (DD-MM-YYYY). */
export function NoBreakDates({ text }: { text: string }) {
  return text.split(/(\d{2}-\d{2}-\d{4})/).map((part, index) =>
    index % 2 === 1 ? (
      // Every second part is a date; the order of parts is fixed.
      <span key={`${index} ${part}`} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
