import type { QuoteBrand } from '@terrace/contracts/quote-page'
import type { CSSProperties } from 'react'
import { QuoteHeader } from '#web/features/quote-page/header/quote-header.tsx'
import { QuoteSettings } from '#web/features/quotes/settings/quote-settings.tsx'
import { brandTokens } from '#web/lib/brand-colours.ts'

/** The "Quote page" tab of the profile: design settings with a preview of the client's header. */
export default function ProfileQuotePage() {
  return <QuoteSettings Preview={HeaderPreview} />
}

function HeaderPreview({ brand }: { brand: QuoteBrand }) {
  // React's `CSSProperties` does not include custom properties.
  const style = brandTokens(brand.colour) as CSSProperties
  return (
    <div style={style}>
      <QuoteHeader brand={brand} />
      <div className="flex flex-wrap items-center justify-between gap-3 bg-paper px-4 py-4 sm:px-10">
        <span className="font-medium text-accent">Two seats by the halfway line</span>
        <span className="inline-flex h-10 items-center rounded bg-accent px-4 text-sm font-semibold text-on-accent">
          Accept this offer
        </span>
      </div>
    </div>
  )
}
