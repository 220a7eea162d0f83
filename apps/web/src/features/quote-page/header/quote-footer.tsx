import type { BrokerContact } from '@terrace/contracts/quote-page'
import { env } from '#web/lib/env.ts'
import { BrokerLinks } from './broker-links.tsx'

export function QuoteFooter({ broker }: { broker: BrokerContact | null }) {
  return (
    <footer className="mb-(--action-bar-height,0px) border-t border-line py-6 text-sm text-muted">
      <div className="mx-auto flex w-full max-w-[68rem] flex-wrap items-end justify-between gap-x-8 gap-y-3 px-4 sm:px-6">
        <div>
          {broker && (
            <>
              <p className="font-medium text-ink">{broker.name}</p>
              <BrokerLinks broker={broker} />
            </>
          )}
        </div>
        <p className="text-xs">Quoted with {env().brand}</p>
      </div>
    </footer>
  )
}
