import type { BrokerContact } from '@terrace/contracts/quote-page'

interface BrokerLinksProps {
  broker: BrokerContact
  /** Stands before the first of them, where there is one. */
  before?: string
}

const linkClass = 'inline-block py-0.5 underline decoration-line-strong underline-offset-3 hover:text-ink'

/** How the broker can be reached, a line each; nothing where they say neither. */
export function BrokerLinks({ broker: { email, phone }, before = '' }: BrokerLinksProps) {
  return (
    <>
      {email !== null && (
        <p>
          {before}
          <a href={`mailto:${email}`} className={linkClass}>
            {email}
          </a>
        </p>
      )}
      {phone !== null && (
        <p>
          {email === null && before}
          <a href={telLink(phone)} className={linkClass}>
            {phone}
          </a>
        </p>
      )}
    </>
  )
}

/** What a phone dials: the number without what only helps to read it. */
export function telLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, '')}`
}
