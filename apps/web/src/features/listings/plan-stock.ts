import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { compareMoney } from '@terrace/domain/money'
import { sectionIndex, type SectionIndex } from '@terrace/domain/section-names'
import { useEffect, useMemo } from 'react'
import type { LitBlock } from './lit-block.ts'
import type { PlanBlock } from './plan-shape.ts'
import type { BlockStock } from './price-scale.ts'

/** Listings in a section that is no block of the plan, or could be one of several. */
export interface OffPlan {
  section: string
  offer: BlockStock
  /** Names of the blocks that could be meant; empty where none is. */
  couldBe: string[]
}

export interface PlanStock {
  /** By block id. */
  byBlock: ReadonlyMap<string, BlockStock>
  offPlan: readonly OffPlan[]
  /** Whether the filter asks for this block, by any of its names. */
  isChosen: (block: PlanBlock) => boolean
  /** The name by which the filter asks for the block: one that is chosen already, else its own. */
  nameOf: (block: PlanBlock) => string
}

/** Finds blocks by what sellers call them; the same while the plan is. */
export function usePlanIndex(plan: WireSeatingPlan, lit: LitBlock): SectionIndex {
  const index = useMemo(
    () =>
      sectionIndex(
        plan.blocks.map(({ id, name, level, other_names: otherNames }) => ({ id, name, level, otherNames })),
      ),
    [plan],
  )
  // Rows and blocks light up together though they have several names.
  useEffect(() => lit.callSections(index.keyOf), [lit, index])
  return index
}

/** The event's stock as the plan shows it: sections of one block added up, and those that are on no block apart. */
export function planStock(
  plan: WireSeatingPlan,
  index: SectionIndex,
  stock: ReadonlyMap<string, BlockStock>,
  chosen: ReadonlySet<string>,
): PlanStock {
  const nameById = new Map(plan.blocks.map(({ id, name }) => [id, name]))
  const byBlock = new Map<string, BlockStock>()
  const offPlan: OffPlan[] = []
  for (const offer of stock.values()) {
    const { section } = offer
    const match = index.find(section)
    if (match.kind === 'block') byBlock.set(match.id, together(byBlock.get(match.id), offer))
    else {
      const ids = match.kind === 'ambiguous' ? match.ids : []
      offPlan.push({ section, offer, couldBe: ids.map((id) => nameById.get(id) ?? id) })
    }
  }
  const chosenNames = new Map([...chosen].map((name) => [index.keyOf(name), name]))
  return {
    byBlock,
    offPlan: offPlan.toSorted((left, right) => compareMoney(left.offer.lowest, right.offer.lowest)),
    isChosen: ({ name }) => chosenNames.has(index.keyOf(name)),
    nameOf: ({ name }) => chosenNames.get(index.keyOf(name)) ?? name,
  }
}

/** The object stays while a block has one section only, so that the block is not drawn again for nothing. */
function together(known: BlockStock | undefined, offer: BlockStock): BlockStock {
  if (!known) return offer
  return {
    ...known,
    listings: known.listings + offer.listings,
    lowest: compareMoney(known.lowest, offer.lowest) <= 0 ? known.lowest : offer.lowest,
  }
}
