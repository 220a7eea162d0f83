import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import { formatMoney } from '@terrace/domain/money'
import { formatCount } from '@terrace/domain/tickets'
import { useId, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { cx } from '#web/ui/cx.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { useLitKey, type LitBlock } from './lit-block.ts'
import { PlanBlockList } from './plan-block-list.tsx'
import { blockKey, type BlockStock, type PriceScale } from './price-scale.ts'
import { offerText, VenuePlan } from './venue-plan.tsx'

interface PlanPanelProps {
  plan: WireSeatingPlan
  stock: ReadonlyMap<string, BlockStock>
  scale: PriceScale | null
  /** Listings that the colours are made from, and how many there are in all. */
  loaded: number
  total: number
  lit: LitBlock
  onChoose: (section: string) => void
}

/** Plan with legend, tooltip and its text alternative. On a phone a strip that opens. */
export function PlanPanel(props: PlanPanelProps) {
  const { plan, stock, scale, loaded, total, lit, onChoose } = props
  const [view, setView] = useState('plan')
  const [isOpen, setOpen] = useState(false)
  const region = useId()
  return (
    <section
      aria-label="Seating plan"
      className="relative bg-sunken max-lg:border-b max-lg:border-line lg:sticky lg:top-0 lg:h-[calc(100dvh-4.75rem)]"
    >
      <div
        id={region}
        className={cx(
          'thin-scroll flex flex-col px-5 pt-3.5 pb-4 max-sm:px-4 lg:h-full lg:overflow-y-auto',
          !isOpen && 'max-lg:h-32 max-lg:overflow-hidden max-lg:py-0',
        )}
      >
        <div
          className={cx(
            'mb-4 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2',
            !isOpen && 'max-lg:hidden',
          )}
        >
          {scale && <Legend scale={scale} />}
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
        {view === 'list' ? (
          <PlanBlockList plan={plan} stock={stock} scale={scale} lit={lit} onChoose={onChoose} />
        ) : (
          <div className={cx('relative mx-auto w-full max-w-3xl lg:mt-[5vh]', !isOpen && 'max-lg:-my-16')}>
            <VenuePlan
              plan={plan}
              stock={stock}
              scale={scale}
              lit={lit}
              onChoose={onChoose}
              className={isOpen ? undefined : 'max-lg:pointer-events-none'}
            />
            <div className={isOpen ? 'contents' : 'max-lg:hidden lg:contents'}>
              <PlanTip plan={plan} stock={stock} lit={lit} />
            </div>
          </div>
        )}
        <p
          className={cx(
            'mt-3 text-center max-lg:pr-28 max-lg:text-left text-xs text-muted',
            !isOpen && 'max-lg:hidden',
          )}
        >
          {plan.schematic && 'Schematic plan. '}
          {loaded < total &&
            `Colours show the first ${formatCount(loaded)} of ${formatCount(total)} listings.`}
        </p>
      </div>
      <Button
        aria-expanded={isOpen}
        aria-controls={region}
        onPress={() => setOpen(!isOpen)}
        className={cx(
          'absolute right-3 inline-flex h-9 items-center gap-1.5 rounded-full border border-line bg-surface px-3.5 text-xs font-semibold lg:hidden',
          isOpen ? 'bottom-2' : 'bottom-3',
        )}
      >
        {isOpen ? 'Close plan' : 'Open plan'}
        <ChevronDownIcon
          aria-hidden
          className={cx('size-4 transition-transform duration-150', isOpen && 'rotate-180')}
        />
      </Button>
    </section>
  )
}

function Legend({ scale }: { scale: PriceScale }) {
  const [first, second, third] = scale.from
  const steps = [
    { colour: 'bg-scale-1', text: `from ${formatMoney(first)}` },
    ...(third.minor > first.minor
      ? [
          { colour: 'bg-scale-2', text: `from ${formatMoney(second)}` },
          { colour: 'bg-scale-3', text: `from ${formatMoney(third)}` },
        ]
      : []),
    { colour: 'bg-scale-0', text: 'none' },
  ]
  return (
    <ul
      aria-label="Colours by lowest price"
      className="tabular flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted"
    >
      {steps.map(({ colour, text }) => (
        <li key={colour} className="flex items-center gap-1.5">
          <span aria-hidden className={cx('size-3 rounded-[3px]', colour)} />
          {text}
        </li>
      ))}
    </ul>
  )
}

/** Stands over the lit block, on the side where there is room. The same words are in the block's own name. */
function PlanTip({ plan, stock, lit }: Pick<PlanPanelProps, 'plan' | 'stock' | 'lit'>) {
  const litBlock = useLitKey(lit)
  const block = litBlock === null ? undefined : plan.blocks.find(({ name }) => blockKey(name) === litBlock)
  if (!block) return null
  const left = block.label_at[0] / plan.width
  const top = block.label_at[1] / plan.height
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 w-max max-w-[70%] animate-fade rounded bg-ink px-3 py-2 text-xs text-paper shadow"
      style={{
        left: `${left * 100}%`,
        top: `${top * 100}%`,
        transform: `translate(${-left * 100}%, ${top < 0.25 ? '1.25rem' : 'calc(-100% - 1.25rem)'})`,
      }}
    >
      <div>
        <strong className="font-semibold">{block.name}</strong> · {block.level}
      </div>
      <div className="tabular">{offerText(stock.get(blockKey(block.name)))}</div>
    </div>
  )
}
