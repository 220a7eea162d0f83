import { formatMoney } from '@terrace/domain/money'
import { formatTickets } from '@terrace/domain/tickets'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AlertCircleIcon, CloseIcon } from '#web/ui/icons.ts'
import { NumberChooser } from '#web/ui/number-chooser.tsx'
import { placeText } from './basket.ts'
import { EventLines } from './event-lines.tsx'
import type { SelectedEntry } from './selected-basket.ts'
import { chooseQuantities, deselect } from './selection.ts'

/** What is selected, by event: another quantity, out with it, or what must change before it can be held. */
export function SelectedLines({ entries, isBusy }: { entries: readonly SelectedEntry[]; isBusy: boolean }) {
  return (
    <EventLines items={entries} eventOf={({ line }) => line.event}>
      {(entry) => <SelectedRow key={entry.line.listing_id} entry={entry} isBusy={isBusy} />}
    </EventLines>
  )
}

function SelectedRow({ entry, isBusy }: { entry: SelectedEntry; isBusy: boolean }) {
  const { line, price, was, sum, splits } = entry
  const place = placeText({ listing: line })
  const choose = (quantity: number) => chooseQuantities(new Map([[line.listing_id, quantity]]))
  return (
    <li className="py-3">
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 sm:grid-cols-[1fr_auto_auto]">
        <div className="min-w-0">
          <p className="font-semibold">{place}</p>
          <p className="tabular text-xs text-muted">
            {formatTickets(line.quantity)} × {formatMoney(price)}
            {was && `, was ${formatMoney(was)}`} · {formatMoney(sum)}
          </p>
        </div>
        {splits.length > 1 && (
          <NumberChooser
            label={`Quantity, ${place}`}
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
          label={`Take out ${place}`}
          icon={<CloseIcon />}
          isDisabled={isBusy}
          onPress={() => deselect([line.listing_id])}
          className="col-start-2 row-start-1 -mr-2 sm:col-start-3"
        />
      </div>
      <Problem entry={entry} isBusy={isBusy} onTake={choose} />
    </li>
  )
}

interface ProblemProps {
  entry: SelectedEntry
  isBusy: boolean
  onTake: (quantity: number) => void
}

/** Why this line cannot be held as it is, and the one press that puts it right. */
function Problem({ entry: { line, problem, repair }, isBusy, onTake }: ProblemProps) {
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
        onPress={() => (typeof repair === 'number' ? onTake(repair) : deselect([line.listing_id]))}
      >
        {typeof repair === 'number' ? `Take ${repair}` : 'Take it out'}
      </Button>
    </div>
  )
}
