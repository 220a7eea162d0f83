import type { Drawing, SubChart } from './seats-io-chart.ts'

type Counted = Pick<SubChart, 'texts' | 'shapes' | 'icons' | 'imageObjects' | 'booths'>
type Part = Counted & Pick<SubChart, 'rows' | 'tables' | 'generalAdmissionAreas'>

/** What a plan of blocks cannot express, for the operator. */
export function notDrawnNotes(drawings: readonly Drawing[]): string[] {
  const parts = drawings.flatMap(({ drawing }): Part[] => [
    drawing,
    ...(drawing.sections ?? []).flatMap(({ subChart }) => (subChart ? [subChart] : [])),
  ])
  const seats = parts.flatMap(({ rows = [], tables = [] }) =>
    [...rows, ...tables].flatMap((part) => part.seats),
  )
  const count = (kind: keyof Counted) => parts.reduce((sum, part) => sum + (part[kind]?.length ?? 0), 0)
  const areas = parts.flatMap((part) => part.generalAdmissionAreas ?? [])
  const decoration = count('texts') + count('shapes') + count('icons') + count('imageObjects')
  const counted = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`
  const notes: [number, string, string][] = [
    [
      areas.filter(({ points }) => !points).length,
      'general admission area without corners is not drawn',
      'general admission areas without corners are not drawn',
    ],
    [count('booths'), 'booth is not drawn', 'booths are not drawn'],
    [decoration, 'text, shape, icon or image is not drawn', 'texts, shapes, icons and images are not drawn'],
    [
      seats.filter(({ accessible, companionSeat }) => accessible === true || companionSeat === true).length,
      'accessible or companion seat is not marked: listings say so in their notes',
      'accessible or companion seats are not marked: listings say so in their notes',
    ],
    [
      seats.filter(({ restrictedView }) => restrictedView === true).length,
      'seat with a restricted view is not marked: listings say so in their notes',
      'seats with a restricted view are not marked: listings say so in their notes',
    ],
  ]
  return notes.filter(([amount]) => amount > 0).map(([amount, one, many]) => counted(amount, one, many))
}
