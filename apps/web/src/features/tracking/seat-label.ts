/** For example 'Block 25, row 18'. */
export function seatLabel({ section, row }: { section: string; row: string }): string {
  return row === '' ? section : `${section}, row ${row}`
}
