/* Positions of event headings and listings among the rows of the grid. Only counts are known; listings load in pages. */

export interface RowGroup {
  id: number
  count: number
}

/** A row: the heading of a group, or the listing with this number in the list. */
export type LayoutRow<Group> =
  | { kind: 'group'; group: Group; first: number }
  | { kind: 'listing'; index: number }

export interface RowLayout<Group> {
  /** Rows of the grid below its header. */
  count: number
  at: (row: number) => LayoutRow<Group> | undefined
  /** Row of a listing; of its group's heading while that is collapsed. */
  rowOf: (index: number) => number
}

/** A list without groups. */
export function flatLayout<Group>(count: number): RowLayout<Group> {
  return {
    count,
    at: (row) => (row >= 0 && row < count ? { kind: 'listing', index: row } : undefined),
    rowOf: (index) => index,
  }
}

interface Block<Group> {
  group: Group
  /** Row of the heading. */
  row: number
  /** Number of the first listing, and how many there are. */
  first: number
  count: number
  isCollapsed: boolean
}

/** Every group's heading, and below it the group's listings unless it is collapsed. */
export function groupedLayout<Group extends RowGroup>(
  groups: readonly Group[],
  collapsed: ReadonlySet<number>,
): RowLayout<Group> {
  const blocks: Block<Group>[] = []
  let row = 0
  let first = 0
  for (const group of groups) {
    const isCollapsed = collapsed.has(group.id)
    blocks.push({ group, row, first, count: group.count, isCollapsed })
    row += 1 + (isCollapsed ? 0 : group.count)
    first += group.count
  }
  return {
    count: row,
    at(position) {
      if (position < 0 || position >= row) return undefined
      const block = lastStarting(blocks, (each) => each.row <= position)
      if (!block) return undefined
      return position === block.row
        ? { kind: 'group', group: block.group, first: block.first }
        : { kind: 'listing', index: block.first + position - block.row - 1 }
    },
    rowOf(index) {
      const block = lastStarting(blocks, (each) => each.first <= index)
      if (!block) return 0
      return block.isCollapsed ? block.row : block.row + 1 + index - block.first
    },
  }
}

/** The last block that fulfils a condition which only holds for the first blocks. */
function lastStarting<Group>(
  blocks: readonly Block<Group>[],
  isBefore: (block: Block<Group>) => boolean,
): Block<Group> | undefined {
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    const block = blocks[middle]
    if (block && isBefore(block)) low = middle + 1
    else high = middle
  }
  return blocks[low - 1]
}
