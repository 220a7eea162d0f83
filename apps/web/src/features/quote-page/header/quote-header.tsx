import type { QuoteBrand } from '@terrace/contracts/quote-page'
import { Avatar } from '#web/ui/data-display/avatar.tsx'
import { BrokerLinks } from './broker-links.tsx'

/** The broker's logo or initials, name and colour, and contact details on wide screens. */
export function QuoteHeader({ brand }: { brand: QuoteBrand }) {
  return (
    <header className="@container border-b-3 border-(--brand) bg-surface">
      <div className="mx-auto flex min-h-16 w-full max-w-[90rem] items-center gap-3.5 px-4 py-3 sm:px-10">
        {brand.logo === null ? (
          <span aria-hidden className="inline-flex shrink-0">
            <Avatar
              name={brand.name}
              className="!size-10 !rounded !bg-(--brand) !text-sm !text-(--on-brand)"
            />
          </span>
        ) : (
          // Most logos are made for white paper, so transparent ones need a white background in dark mode.
          <img
            src={brand.logo}
            alt=""
            className="h-10 w-auto max-w-40 shrink-0 rounded-sm bg-[light-dark(transparent,#fff)] object-contain"
          />
        )}
        <p className="min-w-0 flex-1 text-lg font-semibold [overflow-wrap:anywhere]">{brand.name}</p>
        <div className="text-right text-sm text-muted @max-3xl:hidden">
          <BrokerLinks broker={brand} prefix="Questions? " />
        </div>
      </div>
    </header>
  )
}
