import { useEffect, useState, type RefObject } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useSigning, type Signed, type Signer } from './use-signing.ts'

interface SigningProps {
  signer: Signer
  onSigned: (signed: Signed) => void
}

interface SigningModalProps extends SigningProps {
  onClose: () => void
  returnsFocusTo: RefObject<HTMLElement | null>
}

/** The window in which the buyer terms are read and signed (spec §2). It is open as long as it is drawn. */
export function SigningModal({ onClose, returnsFocusTo, ...signing }: SigningModalProps) {
  const [attempt, setAttempt] = useState(0)
  useReturnedFocus(returnsFocusTo)
  return (
    <Dialog title="Read and sign" isOpen onClose={onClose} size="lg">
      <div className="relative -mx-6 -mb-6 h-[min(46rem,calc(100dvh-8rem))] border-t border-line">
        <Ceremony key={attempt} {...signing} onRetry={() => setAttempt((count) => count + 1)} />
      </div>
    </Dialog>
  )
}

function Ceremony({ signer, onSigned, onRetry }: SigningProps & { onRetry: () => void }) {
  const state = useSigning(signer, onSigned)
  const [isLoaded, setIsLoaded] = useState(false)
  if (state.status === 'failed') {
    return (
      <div
        role="alert"
        className="flex h-full flex-col items-center justify-center gap-4 p-6 text-center text-danger"
      >
        <p>{errorText(state.error)}</p>
        <Button onPress={onRetry}>Try again</Button>
      </div>
    )
  }
  return (
    <>
      {state.status === 'open' && (
        <iframe
          src={state.frameUrl}
          title="Buyer terms and conditions"
          onLoad={() => setIsLoaded(true)}
          className={cx('block size-full border-0', !isLoaded && 'invisible')}
        />
      )}
      {!isLoaded && (
        <div role="status" className="absolute inset-0 flex items-center justify-center text-muted">
          <Spinner className="size-8" />
          <span className="sr-only">Loading the buyer terms and conditions</span>
        </div>
      )}
    </>
  )
}

/**
 * Gives the focus back once the window is gone. The dialog would by itself, but not from inside the frame, whose
 * document holds the focus when the signing ends.
 */
function useReturnedFocus(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = target.current
    return () => {
      // After the frames in which the page behind becomes reachable again.
      setTimeout(() => element?.focus(), 50)
    }
  }, [target])
}
