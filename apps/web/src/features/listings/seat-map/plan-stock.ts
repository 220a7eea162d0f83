import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { compareMoney } from '@terrace/domain/money/money'
import { sectionIndex, type SectionIndex } from '@terrace/domain/tickets/section-names'
import { useEffect, useMemo } from 'react'
import type { HighlightedBlock } from './highlighted-block.ts'
import type { PlanBlock } from './plan-shape.ts'
import type { BlockStock } from './block-stock.ts'
import { rememberByText } from './remember-by-text.ts'

/** Listings of a section that matches no block, or several. */
export interface UnmappedSection {
  section: string
  blockStock: BlockStock
  /** Names of the blocks it may refer to. */
  candidates: string[]
}

export interface PlanStock {
  /** Keyed by block id. */
  byBlock: ReadonlyMap<string, BlockStock>
  unmapped: readonly UnmappedSection[]
  /** Whether the block is selected in the filter, under any of its names. */
  isSelected: (block: PlanBlock) => boolean
  /** The block's name in the filter: the selected one, else its own. */
  nameOf: (block: PlanBlock) => string
}

/** Index from sellers' section names to blocks, stable per plan. */
export function usePlanIndex(plan: WireSeatingPlan, highlightedBlock: HighlightedBlock): SectionIndex {
  const index = useMemo(() => {
    const { find, keyOf } = sectionIndex(
      plan.blocks.map(({ id, name, level, other_names: otherNames }) => ({ id, name, level, otherNames })),
    )
    // Every change of the stock has the same names, and comparing one with the blocks is slow.
    return { find: rememberByText(find), keyOf: rememberByText(keyOf) }
  }, [plan])
  useEffect(() => highlightedBlock.groupSectionsBy(index.keyOf), [highlightedBlock, index])
  return index
}

/** Stock per block, with sections of the same block added up, and the unmapped sections. */
export function planStock(
  plan: WireSeatingPlan,
  index: SectionIndex,
  stock: ReadonlyMap<string, BlockStock>,
  selectedSections: ReadonlySet<string>,
): PlanStock {
  const nameById = new Map(plan.blocks.map(({ id, name }) => [id, name]))
  const byBlock = new Map<string, BlockStock>()
  const unmapped: UnmappedSection[] = []
  for (const blockStock of stock.values()) {
    const { section } = blockStock
    const match = index.find(section)
    if (match.kind === 'block') byBlock.set(match.id, mergeStock(byBlock.get(match.id), blockStock))
    else {
      const ids = match.kind === 'ambiguous' ? match.ids : []
      unmapped.push({ section, blockStock, candidates: ids.map((id) => nameById.get(id) ?? id) })
    }
  }
  const selectedNames = new Map([...selectedSections].map((name) => [index.keyOf(name), name]))
  return {
    byBlock,
    unmapped: unmapped.toSorted((left, right) =>
      compareMoney(left.blockStock.lowest, right.blockStock.lowest),
    ),
    isSelected: ({ name }) => selectedNames.size > 0 && selectedNames.has(index.keyOf(name)),
    nameOf: ({ name }) => selectedNames.get(index.keyOf(name)) ?? name,
  }
}

/** Returns the same object for blocks with one section, to avoid rerenders. */
function mergeStock(existing: BlockStock | undefined, blockStock: BlockStock): BlockStock {
  if (!existing) return blockStock
  return {
    ...existing,
    listings: existing.listings + blockStock.listings,
    lowest: compareMoney(existing.lowest, blockStock.lowest) <= 0 ? existing.lowest : blockStock.lowest,
  }
}
