import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { memo, useId, useMemo, useState } from 'react'
import { PressButton } from '#web/ui/controls/press-button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import type { HighlightedBlock } from './highlighted-block.ts'
import { PlanBlockList } from './plan-block-list.tsx'
import { PlanDivider } from './plan-divider.tsx'
import { PlanLegend } from './plan-legend.tsx'
import { planStock, usePlanIndex, type UnmappedSection } from './plan-stock.ts'
import type { PriceScale } from '#web/features/listings/filters/price-scale.ts'
import type { BlockStock } from './block-stock.ts'
import { useIsNarrow } from '#web/lib/hooks/use-is-narrow.ts'
import { VenuePlan } from './venue-plan.tsx'

export interface PlanPanelProps {
  plan: WireSeatingPlan
  /** Keyed by section, see `blockKey`. */
  stock: ReadonlyMap<string, BlockStock>
  scale: PriceScale | null
  highlightedBlock: HighlightedBlock
  /** Sections selected in the filter, by any of their names. */
  selectedSections: ReadonlySet<string>
  onToggle: (section: string) => void
  /** Share of the page's width in percent. */
  width: number
  onWidth: (width: number) => void
}

/** Seating plan with legend, zoom, tooltip and text alternative. On phones a strip that expands. */
export const PlanPanel = memo(function PlanPanel({
  plan,
  stock,
  scale,
  highlightedBlock,
  selectedSections,
  onToggle,
  width,
  onWidth,
}: PlanPanelProps) {
  const [view, setView] = useState('plan')
  const [isOpen, setOpen] = useState(false)
  const isCompact = useIsNarrow()
  const isCollapsed = isCompact && !isOpen
  const region = useId()
  const index = usePlanIndex(plan, highlightedBlock)
  const stockOnPlan = useMemo(
    () => planStock(plan, index, stock, selectedSections),
    [plan, index, stock, selectedSections],
  )
  const caption = [planText(plan), scale && 'All-in prices per ticket.', unmappedText(stockOnPlan.unmapped)]
    .filter(Boolean)
    .join(' ')
  return (
    <section
      aria-label="Seating map"
      className={cx(
        'flex bg-sunken max-lg:border-b max-lg:border-line lg:sticky lg:top-(--bar-height,0px) lg:z-[7] lg:h-[calc(100dvh-var(--bar-height,0px)-var(--basket-height,0px))]',
        isCollapsed ? 'h-12 max-sm:h-10 items-center overflow-hidden' : 'flex-col',
      )}
    >
      {/* Before the region in tab order, but rendered below it. */}
      {isCompact && (
        <div
          className={cx(
            'order-last flex h-10 items-center gap-3 px-4 text-xs',
            isCollapsed ? 'min-w-0 flex-1 pl-0' : 'shrink-0 bg-surface',
          )}
        >
          <p className="min-w-0 flex-1 truncate text-muted">{isCollapsed && planText(plan)}</p>
          <PressButton
            aria-expanded={isOpen}
            aria-controls={region}
            onPress={() => setOpen(!isOpen)}
            className="inline-flex h-8 items-center gap-1.5 rounded-full border border-line px-3.5 font-semibold"
          >
            {isOpen ? 'Close map' : 'Open map'}
            <ChevronDownIcon
              aria-hidden
              className={cx('size-4 transition-transform duration-150', isOpen && 'rotate-180')}
            />
          </PressButton>
        </div>
      )}
      <div
        id={region}
        className={cx(
          'thin-scroll flex flex-col px-5 pt-3.5 pb-4 max-sm:px-4 lg:h-full lg:overflow-y-auto',
          !isOpen && 'max-lg:w-24 max-lg:shrink-0 max-sm:w-20 max-lg:justify-center max-lg:py-0',
        )}
      >
        <div
          className={cx(
            // The bar of filters must not cover the focus.
            'mb-4 flex min-h-8 flex-wrap items-center gap-x-2 gap-y-2 [&_*]:scroll-mt-[calc(var(--bar-height,0px)+1rem)]',
            !isOpen && 'max-lg:hidden',
          )}
        >
          {scale && <PlanLegend scale={scale} />}
          <Segmented
            label="View as"
            segments={[
              { value: 'plan', label: 'Map' },
              { value: 'list', label: 'List' },
            ]}
            value={view}
            onChange={setView}
            className="ml-auto"
          />
        </div>
        {view === 'list' && !isCollapsed ? (
          <PlanBlockList
            plan={plan}
            stock={stockOnPlan}
            selectedSections={selectedSections}
            scale={scale}
            highlightedBlock={highlightedBlock}
            onToggle={onToggle}
          />
        ) : (
          <div className={cx('mx-auto w-full', isCollapsed ? 'max-w-md' : 'max-w-3xl')}>
            <VenuePlan
              key={plan.venue_id}
              plan={plan}
              stock={stockOnPlan}
              scale={scale}
              highlightedBlock={highlightedBlock}
              onToggle={onToggle}
              isCollapsed={isCollapsed}
              caption={caption}
            />
          </div>
        )}
        {view === 'list' && !isCollapsed && <p className="mt-3 text-xs text-muted">{caption}</p>}
      </div>
      {!isCompact && <PlanDivider width={width} onWidth={onWidth} />}
    </section>
  )
})

/** Generated data is labelled as such (product.md §2). */
function planText({ schematic, surface }: WireSeatingPlan): string {
  if (schematic) return 'Schematic map.'
  return surface?.is_sketch ? `The ${surface.kind} is approximate.` : ''
}

function unmappedText(unmapped: readonly UnmappedSection[]): string {
  const listings = unmapped.reduce((sum, { blockStock }) => sum + blockStock.listings, 0)
  if (listings === 0) return ''
  return listings === 1
    ? '1 listing isn’t on the map. Switch to List.'
    : `${formatCount(listings)} listings aren’t on the map. Switch to List.`
}
