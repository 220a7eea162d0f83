import { switchableKinds, type SwitchableKind } from '@terrace/contracts/notifications'
import { sides } from '#web/lib/http/sides.ts'
import { usePreference } from '#web/lib/preferences.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'

type Labels = Readonly<Partial<Record<SwitchableKind, string>>>

const message = { message: 'Messages shown on a page' }

const buyerLabels: Labels = {
  quote_viewed: 'A client opened a quote',
  quote_unopened: 'A client hasn’t opened a quote',
  quote_accepted: 'A client accepted a quote',
  quote_declined: 'A client declined a quote',
  order_placed: 'Your team placed an order',
  tickets_delivered: 'Tickets were delivered',
  order_changed: 'Cancellations, refunds and disputes',
  hold_expired: 'A hold expired',
  search_match: 'A listing matches a saved search',
  ...message,
}

const sellerLabels: Labels = {
  order_placed: 'Your team sold tickets',
  hold_expired: 'Tickets you kept off sale go back on sale soon',
  price_rule_stopped: 'A price rule stopped',
  ...message,
}

const labelsOfBoth: Labels = {
  ...buyerLabels,
  ...sellerLabels,
  order_placed: 'Your team placed an order or sold tickets',
  hold_expired: 'A hold expired, or tickets you kept off sale go back on sale soon',
}

/** The notifications that a team can get, depending on whether it buys, sells or both. */
function labelsOf({ canBuy, canSell }: ReturnType<typeof sides>): Labels {
  if (!canSell) return buyerLabels
  return canBuy ? labelsOfBoth : sellerLabels
}

const none: SwitchableKind[] = []

/** Loaded for sellers only. */
const loadSaleEmails = async () => ({ default: (await import('./sale-emails.tsx')).SaleEmails })

/** One switch per kind of notification. Price and stock alerts have their own settings. */
export function NotificationSettings() {
  const [muted, setMuted] = usePreference('muted_notifications', none)
  const { canBuy, canSell } = sides()
  const labels = labelsOf({ canBuy, canSell })
  const listed = switchableKinds.filter((kind) => kind in labels)
  return (
    <div id="notification-settings" className="scroll-mt-6">
      <TitledSection heading="Notifications">
        <Panel className="px-4 py-3 sm:px-5">
          <p className="mb-1 text-muted">The notifications centre lists:</p>
          <ul>
            {listed.map((kind) => (
              <li key={kind}>
                <Checkbox
                  isSelected={!muted.includes(kind)}
                  onChange={(isListed) =>
                    setMuted(isListed ? muted.filter((each) => each !== kind) : [...muted, kind])
                  }
                >
                  {labels[kind]}
                </Checkbox>
              </li>
            ))}
          </ul>
          {canBuy && (
            <p className="mt-2 text-xs text-muted">
              Price and stock alerts of tracked listings are set under Alerts.
            </p>
          )}
          {canSell && <LazyPart load={loadSaleEmails} props={{}} />}
        </Panel>
      </TitledSection>
    </div>
  )
}
