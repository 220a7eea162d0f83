import type { ReactNode } from 'react'

interface ChangesTableProps {
  /** Above the new values. */
  newTitle: string
  /** Rows with listing, field, present value, an arrow, new value and result. */
  children: ReactNode
}

/** Changes of listings before and after they are made. */
export function ChangesTable({ newTitle, children }: ChangesTableProps) {
  return (
    <table className="tabular mt-3 w-full text-xs">
      <thead className="text-left text-muted">
        <tr>
          <th className="py-1 font-medium">Listing</th>
          <th className="py-1 font-medium">Field</th>
          <th className="py-1 text-right font-medium">Now</th>
          <th className="w-8 py-1">
            <span className="sr-only">becomes</span>
          </th>
          <th className="py-1 font-medium">{newTitle}</th>
          <th className="py-1 font-medium">Result</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
