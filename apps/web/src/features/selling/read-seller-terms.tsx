import { useState } from 'react'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'

const loadDialog = async () => ({ default: (await import('./seller-terms-dialog.tsx')).SellerTermsDialog })

/** Opens the seller terms. */
export function ReadSellerTerms({ children }: { children: string }) {
  const [state, setState] = useState<{ isOpen: boolean } | null>(null)
  return (
    <>
      <button
        type="button"
        onClick={() => setState({ isOpen: true })}
        className="rounded text-accent underline underline-offset-2"
      >
        {children}
      </button>
      {state && (
        <LazyPart load={loadDialog} props={{ ...state, onClose: () => setState({ isOpen: false }) }} />
      )}
    </>
  )
}
