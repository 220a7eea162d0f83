import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { formatCount } from '@terrace/domain/tickets'
import { useId, useMemo, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { cx } from '#web/ui/cx.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import type { LitBlock } from './lit-block.ts'
import { PlanBlockList } from './plan-block-list.tsx'
import { PlanLegend } from './plan-legend.tsx'
import { planStock, usePlanIndex, type OffPlan } from './plan-stock.ts'
import type { BlockStock, PriceScale } from './price-scale.ts'
import { useIsNarrow } from './use-is-narrow.ts'
import { VenuePlan } from './venue-plan.tsx'

export interface PlanPanelProps {
  plan: WireSeatingPlan
  /** By section, as `blockKey` writes it. */
  stock: ReadonlyMap<string, BlockStock>
  scale: PriceScale | null
  lit: LitBlock
  /** Sections that the filter asks for, by any of their names. */
  chosen: ReadonlySet<string>
  /** Turns a section on or off in the filter. */
  onChoose: (section: string) => void
}

/** Plan with legend, zoom, tooltip and its text alternative. On a phone a strip that opens. */
export function PlanPanel({ plan, stock, scale, lit, chosen, onChoose }: PlanPanelProps) {
  const [view, setView] = useState('plan')
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useIsNarrow()
  const isStrip = isNarrow && !isOpen
  const region = useId()
  const index = usePlanIndex(plan, lit)
  const found = useMemo(() => planStock(plan, index, stock, chosen), [plan, index, stock, chosen])
  const caption = [planText(plan), offPlanText(found.offPlan)].filter(Boolean).join(' ')
  return (
    <section
      aria-label="Seating plan"
      className="flex flex-col bg-sunken max-lg:border-b max-lg:border-line lg:sticky lg:top-0 lg:h-[calc(100dvh-4.75rem)]"
    >
      {/* Before what it opens, where the Tab key goes on to it; drawn below it, where it covers nothing. */}
      {isNarrow && (
        <div className="order-last flex h-10 shrink-0 items-center gap-3 bg-surface px-4 text-xs">
          <p className="min-w-0 flex-1 truncate text-muted">{isStrip && planText(plan)}</p>
          <Button
            aria-expanded={isOpen}
            aria-controls={region}
            onPress={() => setOpen(!isOpen)}
            className="inline-flex h-8 items-center gap-1.5 rounded-full border border-line px-3.5 font-semibold"
          >
            {isOpen ? 'Close plan' : 'Open plan'}
            <ChevronDownIcon
              aria-hidden
              className={cx('size-4 transition-transform duration-150', isOpen && 'rotate-180')}
            />
          </Button>
        </div>
      )}
      <div
        id={region}
        className={cx(
          'thin-scroll flex flex-col px-5 pt-3.5 pb-4 max-sm:px-4 lg:h-full lg:overflow-y-auto',
          !isOpen && 'max-lg:h-22 max-lg:justify-center max-lg:overflow-hidden max-lg:py-0',
        )}
      >
        <div
          className={cx(
            'mb-4 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2',
            !isOpen && 'max-lg:hidden',
          )}
        >
          {scale && <PlanLegend scale={scale} />}
          <Segmented
            label="Show the plan as"
            segments={[
              { value: 'plan', label: 'Plan' },
              { value: 'list', label: 'List' },
            ]}
            value={view}
            onChange={setView}
            className="ml-auto"
          />
        </div>
        {view === 'list' && !isStrip ? (
          <PlanBlockList
            plan={plan}
            stock={found}
            chosen={chosen}
            scale={scale}
            lit={lit}
            onChoose={onChoose}
          />
        ) : (
          <div className={cx('mx-auto w-full', isStrip ? 'max-w-md' : 'max-w-3xl')}>
            <VenuePlan
              key={plan.venue_id}
              plan={plan}
              stock={found}
              scale={scale}
              lit={lit}
              onChoose={onChoose}
              isStrip={isStrip}
              caption={caption}
            />
          </div>
        )}
        {view === 'list' && !isStrip && <p className="mt-3 text-xs text-muted">{caption}</p>}
      </div>
    </section>
  )
}

/** What is made up says so (product.md §2). */
function planText({ schematic, surface }: WireSeatingPlan): string {
  if (schematic) return 'Schematic plan.'
  return surface?.is_sketch ? `The ${surface.kind} is sketched.` : ''
}

function offPlanText(offPlan: readonly OffPlan[]): string {
  const listings = offPlan.reduce((sum, { offer }) => sum + offer.listings, 0)
  if (listings === 0) return ''
  return listings === 1
    ? '1 listing is not on the plan: see List.'
    : `${formatCount(listings)} listings are not on the plan: see List.`
}
