import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
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
        <Ceremony
          key={attempt}
          {...signing}
          onClose={onClose}
          onRetry={() => setAttempt((count) => count + 1)}
        />
      </div>
    </Dialog>
  )
}

interface CeremonyProps extends SigningProps {
  onClose: () => void
  onRetry: () => void
}

function Ceremony({ signer, onSigned, onClose, onRetry }: CeremonyProps) {
  const state = useSigning(signer, onSigned)
  const [isLoaded, setIsLoaded] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  useCloseByFrame(frame, onClose)
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

/** Our own signing page says when Escape is pressed in it; what another page says is not listened to. */
function useCloseByFrame(frame: RefObject<HTMLIFrameElement | null>, onClose: () => void): void {
  const hear = useEffectEvent(({ source, data }: MessageEvent) => {
    if (source !== null && source === frame.current?.contentWindow && data === 'signing:close') onClose()
  })
  useEffect(() => {
    const listener = (event: MessageEvent) => hear(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])
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
