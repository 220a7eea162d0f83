import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WireAttentionItem } from '@terrace/contracts/attention'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Countdown } from '#web/ui/data-display/countdown.tsx'
import { cx } from '#web/ui/cx.ts'
import {
  AlertTriangleIcon,
  ArrowDownIcon,
  CheckCircleIcon,
  CloseIcon,
  IdCardIcon,
  QuoteIcon,
  TimerIcon,
} from '#web/ui/icons.ts'
import { subjectOf, amountText, expiryOf, timeText, titleOf } from './attention-texts.ts'
import { attentionQuery } from './queries.ts'

const styles = {
  hold: { Icon: TimerIcon, colour: 'text-signal' },
  details: { Icon: IdCardIcon, colour: 'text-signal' },
  quote_expiring: { Icon: TimerIcon, colour: 'text-signal' },
  quote_accepted: { Icon: CheckCircleIcon, colour: 'text-ok' },
  quote_declined: { Icon: QuoteIcon, colour: 'text-muted' },
  price_drop: { Icon: ArrowDownIcon, colour: 'text-ok' },
  delivery_late: { Icon: AlertTriangleIcon, colour: 'text-danger' },
} as const

interface AttentionRowProps {
  item: WireAttentionItem
  /** Server time. */
  now: number
  /** Undefined for items that stay until they are dealt with. */
  onDismiss?: (() => void) | undefined
}

/** One line: title, place, amount, time and the single action. */
export function AttentionRow({ item, now, onDismiss }: AttentionRowProps) {
  const { Icon, colour } = styles[item.kind === 'hold' && item.missing_attendees > 0 ? 'details' : item.kind]
  const title = titleOf(item)
  const subject = subjectOf(item)
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 border-line/60 py-2.5 pr-2 pl-4 text-sm not-last:border-b hover:bg-ink/3 lg:min-h-11 lg:grid-cols-[1rem_13rem_minmax(0,1fr)_8rem_5rem_7.5rem_2rem] lg:py-1 xl:grid-cols-[1rem_15rem_minmax(0,1fr)_11rem_6rem_7.5rem_2rem]">
      <Icon aria-hidden className={cx('size-4', colour)} />
      <p className="font-semibold lg:truncate">{title}</p>
      <p className="min-w-0 text-muted max-lg:col-start-2 max-lg:row-start-2 lg:truncate">
        <span className="text-ink">{item.event.title}</span>
        {subject !== '' && ` · ${subject}`}
      </p>
      <p className="tabular font-semibold max-lg:col-start-2 max-lg:row-start-3 lg:text-right">
        {amountText(item)}
      </p>
      <p className="max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-2 max-lg:justify-self-end max-lg:pr-2 lg:order-1">
        <ItemAction item={item} title={title} />
      </p>
      {/* One cell on narrow screens, two columns on wide ones. */}
      <div className="flex items-center justify-end gap-1 max-lg:col-start-3 max-lg:row-start-1 lg:contents">
        <p className={cx('tabular text-right whitespace-nowrap text-muted', !onDismiss && 'max-lg:pr-2')}>
          <ItemTime item={item} now={now} title={title} />
        </p>
        {onDismiss && (
          <button
            type="button"
            aria-label={`Dismiss: ${title}, ${item.event.title}`}
            title="Dismiss"
            onClick={onDismiss}
            className="inline-flex size-8 items-center justify-center rounded text-muted hover:bg-ink/6 hover:text-ink max-lg:-my-2 max-sm:size-10 lg:order-2"
          >
            <CloseIcon aria-hidden className="size-4" />
          </button>
        )}
      </div>
    </li>
  )
}

function ItemTime({ item, now, title }: { item: WireAttentionItem; now: number; title: string }) {
  const queryClient = useQueryClient()
  const expiresAt = expiryOf(item, now)
  if (expiresAt === null) {
    return (
      <span className={cx(item.kind === 'delivery_late' && 'font-medium text-danger')}>
        {timeText(item, now)}
      </span>
    )
  }
  return (
    <Countdown
      key={expiresAt}
      label={`Time left: ${title}, ${item.event.title}`}
      expiresAt={expiresAt}
      offset={clockOffset()}
      isSilent
      onExpire={() => void queryClient.invalidateQueries({ queryKey: attentionQuery().queryKey })}
      className="[&_[role=timer]]:text-sm [&_svg]:hidden"
    />
  )
}

const actionClass = buttonClass('secondary', 'sm', 'lg:w-full')

function ItemAction({ item, title }: { item: WireAttentionItem; title: string }) {
  const target = <span className="sr-only">: {`${title}, ${item.event.title}`}</span>
  switch (item.kind) {
    case 'hold':
      return (
        <Link to="/checkout" search={{ holds: item.hold_ids.join(',') }} className={actionClass}>
          {item.missing_attendees > 0 ? 'Add details' : 'Check out'}
          {target}
        </Link>
      )
    case 'price_drop':
      return (
        <Link
          to="/tickets/$name/$id"
          params={{ name: item.event.slug, id: item.event.id }}
          hash={item.id}
          className={actionClass}
        >
          View listing
          {target}
        </Link>
      )
    case 'delivery_late':
      return (
        <Link to="/profile" search={{ tab: 'purchases', order: item.id }} className={actionClass}>
          Track delivery
          {target}
        </Link>
      )
    default:
      return (
        <Link to="/profile" search={{ tab: 'quotes', quote: item.id }} className={actionClass}>
          Open quote
          {target}
        </Link>
      )
  }
}
