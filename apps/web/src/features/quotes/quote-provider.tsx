import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import { OnDemand } from '#web/ui/on-demand.tsx'
import type { QuoteWish } from './quote-wish.ts'

type AskForQuote = (wishes: readonly QuoteWish[]) => void

const loadBuilder = async () => ({ default: (await import('./quote-builder.tsx')).QuoteBuilder })

const Asking = createContext<AskForQuote>(() => undefined)

/** Opens the dialog that makes a quote of one of these; more than one where a basket spans several events. */
export function useAskForQuote(): AskForQuote {
  return use(Asking)
}

/** The dialog over every screen; its code comes when it is first asked for. */
export function QuoteProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ wishes: readonly QuoteWish[]; isOpen: boolean } | null>(null)
  const ask = useCallback<AskForQuote>((wishes) => setAsked({ wishes, isOpen: true }), [])
  return (
    <Asking value={ask}>
      {children}
      {asked && (
        <OnDemand
          load={loadBuilder}
          props={{ ...asked, onClose: () => setAsked((known) => known && { ...known, isOpen: false }) }}
        />
      )}
    </Asking>
  )
}
