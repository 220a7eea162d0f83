import { sectionIndex, type SectionIndex } from '@terrace/domain/tickets/section-names'
import type { BlockWithCategory } from '#api/modules/catalogue/index.ts'

/** The block that a file's name of a section means, or why none does. */
export type BlockFinder = (section: string) => { name: string; categoryId: number } | { problem: string }

/** Finds blocks of a venue by their own names first, then by the other ways in which sellers write them. */
export function createBlockFinder(blocks: readonly BlockWithCategory[]): BlockFinder {
  const byName = new Map(blocks.toReversed().map((block) => [block.name, block]))
  let index: SectionIndex | undefined
  return (section) => {
    index ??= sectionIndex(blocks)
    const match = index.find(section)
    const block =
      byName.get(section) ?? (match.kind === 'block' ? blocks.find((one) => one.id === match.id) : undefined)
    if (block && block.categoryId !== null) return { name: block.name, categoryId: block.categoryId }
    const names = match.kind === 'ambiguous' ? blocks.filter((one) => match.ids.includes(one.id)) : blocks
    const examples = names.slice(0, 3).map(({ name }) => name)
    if (match.kind === 'ambiguous')
      return { problem: `"${section}" can be ${examples.join(' or ')}. Write the full name` }
    const known = examples.length > 0 ? `its blocks include ${examples.join(', ')}` : 'it has no seating plan'
    return { problem: `"${section}" is not a block of this venue: ${known}` }
  }
}
