import type { QuoteBrand } from '@terrace/contracts/quote-page'
import { useEffect } from 'react'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { InfoIcon, TimerIcon } from '#web/ui/icons.ts'
import { telLink } from './header/broker-links.tsx'
import { QuoteFooter } from './header/quote-footer.tsx'
import { QuoteHeader } from './header/quote-header.tsx'
import { useBrand } from './header/use-brand.ts'

interface QuoteEndedProps {
  /** `null` when the broker is unknown. */
  brand: QuoteBrand | null
  status: 'Expired' | 'Withdrawn'
}

const titles = { Expired: 'This quote has expired', Withdrawn: 'This quote was withdrawn' }

/**
 * A quote that expired or was withdrawn, with the broker's contact details. It never links into the application
 * (product.md §5).
 */
export function QuoteEnded({ brand, status }: QuoteEndedProps) {
  const title = titles[status]
  const name = brand?.name ?? 'Your broker'
  useBrand(brand ?? undefined)
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  return (
    <div className="flex min-h-dvh flex-col text-base">
      {brand && <QuoteHeader brand={brand} />}
      <main className="mx-auto flex w-full max-w-xl flex-1 flex-col items-center justify-center px-6 py-16 text-center">
        <span
          aria-hidden
          className="mb-5 inline-flex size-14 items-center justify-center rounded-full bg-ink/6 text-muted"
        >
          {status === 'Expired' ? <TimerIcon className="size-7" /> : <InfoIcon className="size-7" />}
        </span>
        <div role="status">
          <h1 className="text-2xl">{title}</h1>
          <p className="mt-3 text-balance text-muted">
            Its prices and seats are no longer guaranteed.{' '}
            {brand
              ? `Contact ${name} for current availability and a new quote.`
              : 'If you’re still interested, ask the sender for a new link.'}
          </p>
        </div>
        <div className="mt-7 flex w-full flex-wrap justify-center gap-3">
          {brand?.email && (
            <a
              href={`mailto:${brand.email}`}
              // A long name wraps instead of being cut off.
              className={buttonClass(
                'primary',
                'lg',
                'h-auto! min-h-12 max-w-full py-2.5 whitespace-normal!',
              )}
            >
              <span className="text-balance [overflow-wrap:anywhere]">Email {name}</span>
            </a>
          )}
          {brand?.phone && (
            <a href={telLink(brand.phone)} className={buttonClass('secondary', 'lg')}>
              Call {brand.phone}
            </a>
          )}
        </div>
      </main>
      <QuoteFooter broker={brand} />
    </div>
  )
}
