import type { BrokerContact } from '@terrace/contracts/quote-page'

interface BrokerLinksProps {
  broker: BrokerContact
  /** Text before the first link, if there is one. */
  prefix?: string
}

const linkClass = 'inline-block py-0.5 underline decoration-line-strong underline-offset-3 hover:text-ink'

/** The broker's email and phone links, one per line. Renders nothing when both are missing. */
export function BrokerLinks({ broker: { email, phone }, prefix = '' }: BrokerLinksProps) {
  return (
    <>
      {email !== null && (
        <p>
          {prefix}
          <a href={`mailto:${email}`} className={linkClass}>
            {email}
          </a>
        </p>
      )}
      {phone !== null && (
        <p>
          {email === null && prefix}
          <a href={telLink(phone)} className={linkClass}>
            {phone}
          </a>
        </p>
      )}
    </>
  )
}

/** A `tel:` link without the characters that only aid reading. */
export function telLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, '')}`
}
