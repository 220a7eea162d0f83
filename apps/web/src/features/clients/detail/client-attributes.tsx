import type { WireClient } from '@terrace/contracts/clients'
import { Notice } from '#web/ui/layout/panel.tsx'
import { dayText, defaultCommissionText } from '#web/features/clients/client-texts.ts'

interface Attribute {
  name: string
  /** Empty when unknown. */
  value: string
  href?: string
}

export function ClientAttributes({ client }: { client: WireClient }) {
  const { email, phone, currency, notes } = client
  const attributes: readonly Attribute[] = [
    { name: 'Email', value: email, href: `mailto:${email}` },
    { name: 'Phone', value: phone, href: `tel:${phone.replaceAll(/[^+\d]/g, '')}` },
    { name: 'Currency', value: currency },
    { name: 'Default commission', value: defaultCommissionText(client) },
    { name: 'Added', value: dayText(client.created_at) },
    { name: 'Last used', value: dayText(client.last_used_at) },
  ]
  return (
    <div className="space-y-4 border-b border-line px-4 py-4 text-sm sm:px-5">
      {client.is_unused && (
        <Notice tone="signal">Unused for 24 months. A team owner can delete this client.</Notice>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        {attributes.map((attribute) => (
          <div key={attribute.name} className="contents">
            <dt className="text-muted">{attribute.name}</dt>
            <dd className="tabular">
              <AttributeValue {...attribute} />
            </dd>
          </div>
        ))}
      </dl>
      {notes !== '' && (
        <section aria-label="Notes">
          <h3 className="mb-1 font-semibold">Notes</h3>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{notes}</p>
        </section>
      )}
    </div>
  )
}

function AttributeValue({ value, href }: Attribute) {
  if (value === '') return <span className="text-muted">–</span>
  if (href === undefined) return value
  return (
    <a href={href} className="rounded-sm text-accent underline [overflow-wrap:anywhere]">
      {value}
    </a>
  )
}
