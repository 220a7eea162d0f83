import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { OnDemandDialog } from '#web/ui/overlay/on-demand-dialog.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { useSigning, type Signature, type Signer } from './use-signing.ts'

interface SigningProps {
  signer: Signer
  onSigned: (signed: Signature) => void
}

interface SigningModalProps extends SigningProps {
  onClose: () => void
  returnsFocusTo: RefObject<HTMLElement | null>
}

/** The dialog to read and sign the buyer terms (spec §2). Open while mounted. */
export function SigningModal({ onClose, returnsFocusTo, ...signing }: SigningModalProps) {
  const [attempt, setAttempt] = useState(0)
  useReturnedFocus(returnsFocusTo)
  return (
    <OnDemandDialog title="Read and sign" isOpen onClose={onClose} size="lg">
      <div className="relative -mx-6 -mb-6 h-[min(46rem,calc(100dvh-8rem))] border-t border-line">
        <SigningFrame
          key={attempt}
          {...signing}
          onClose={onClose}
          onRetry={() => setAttempt((count) => count + 1)}
        />
      </div>
    </OnDemandDialog>
  )
}

interface SigningFrameProps extends SigningProps {
  onClose: () => void
  onRetry: () => void
}

function SigningFrame({ signer, onSigned, onClose, onRetry }: SigningFrameProps) {
  const state = useSigning(signer, onSigned)
  const [isLoaded, setIsLoaded] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  useCloseMessage(frame, onClose)
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
          ref={frame}
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

/** Our signing page reports Escape; messages of other pages are ignored. */
function useCloseMessage(frame: RefObject<HTMLIFrameElement | null>, onClose: () => void): void {
  const handleMessage = useEffectEvent(({ source, data }: MessageEvent) => {
    if (source !== null && source === frame.current?.contentWindow && data === 'signing:close') onClose()
  })
  useEffect(() => {
    const listener = (event: MessageEvent) => handleMessage(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])
}

/**
 * Restores the focus after closing. The dialog cannot, because the frame's document has the focus when signing ends.
 */
function useReturnedFocus(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = target.current
    return () => {
      // After the frames in which the page behind becomes focusable again.
      setTimeout(() => element?.focus(), 50)
    }
  }, [target])
}
