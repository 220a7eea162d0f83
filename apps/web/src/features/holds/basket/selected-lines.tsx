import { formatMoney } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { AlertCircleIcon, CloseIcon } from '#web/ui/icons.ts'
import { NumberChooser } from '#web/ui/controls/number-chooser.tsx'
import { allInLineText } from './all-in-line.ts'
import { sectionAndRow } from './basket.ts'
import { EventLines } from './event-lines.tsx'
import type { SelectedEntry } from './selected-basket.ts'
import { removeSelected } from './remove-selected.ts'
import { chooseQuantities } from './selection.ts'

export function SelectedLines({ entries, isBusy }: { entries: readonly SelectedEntry[]; isBusy: boolean }) {
  return (
    <EventLines items={entries} eventOf={({ line }) => line.event}>
      {(entry) => <SelectedRow key={entry.line.listing_id} entry={entry} isBusy={isBusy} />}
    </EventLines>
  )
}

function SelectedRow({ entry, isBusy }: { entry: SelectedEntry; isBusy: boolean }) {
  const { line, price, allInPrice, previousAllInPrice, splits } = entry
  const label = sectionAndRow({ listing: line })
  const choose = (quantity: number) => chooseQuantities(new Map([[line.listing_id, quantity]]))
  return (
    <li className="py-3">
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 sm:grid-cols-[1fr_auto_auto]">
        <div className="min-w-0">
          <p className="font-semibold">{label}</p>
          <p className="text-xs text-muted">
            {allInPrice
              ? allInLineText(line.quantity, allInPrice, previousAllInPrice)
              : `${formatTickets(line.quantity)} · ${formatMoney(price)} + fee`}
          </p>
        </div>
        {splits.length > 1 && (
          <NumberChooser
            label={`Quantity, ${label}`}
            numbers={splits}
            value={splits.includes(line.quantity) ? line.quantity : null}
            onChange={choose}
            isDisabled={isBusy}
            limit={4}
            className="max-sm:col-span-full max-sm:row-start-2"
          />
        )}
        <IconButton
          size="sm"
          label={`Remove ${label}`}
          icon={<CloseIcon />}
          isDisabled={isBusy}
          onPress={() => removeSelected([line.listing_id])}
          className="col-start-2 row-start-1 -mr-2 sm:col-start-3"
        />
      </div>
      <Problem entry={entry} isBusy={isBusy} onFix={choose} />
    </li>
  )
}

interface ProblemProps {
  entry: SelectedEntry
  isBusy: boolean
  onFix: (quantity: number) => void
}

function Problem({ entry: { line, problem, fix }, isBusy, onFix }: ProblemProps) {
  if (!problem) return null
  return (
    <div
      role="alert"
      className="mt-2 flex items-center gap-2.5 rounded bg-danger-soft py-1 pr-1 pl-3 text-xs font-medium text-danger"
    >
      <AlertCircleIcon aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 py-1.5">{problem.text}</span>
      <Button
        size="sm"
        isDisabled={isBusy}
        onPress={() => (typeof fix === 'number' ? onFix(fix) : removeSelected([line.listing_id]))}
      >
        {typeof fix === 'number' ? `Take ${fix}` : 'Remove'}
      </Button>
    </div>
  )
}
