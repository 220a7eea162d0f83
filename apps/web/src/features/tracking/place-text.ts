/** 'Block 25, row 18'. */
export function placeText({ section, row }: { section: string; row: string }): string {
  return row === '' ? section : `${section}, row ${row}`
}
