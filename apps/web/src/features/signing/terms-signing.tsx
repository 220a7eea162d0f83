import { isSameSigner } from '@terrace/contracts/signing'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckIcon } from '#web/ui/icons.ts'
import { SigningModal } from './signing-modal.tsx'
import { readStatus, type Signature, type Signer } from './use-signing.ts'

interface TermsSigningProps {
  firstName: string
  lastName: string
  email: string
  /** Whether the form has an envelope of this email address. */
  signed: boolean
  onSigned: (signed: Signature) => void
}

/** The terms button of the registration form and its dialog (spec §2, §4). */
export function TermsSigning({ firstName, lastName, email, signed, onSigned }: TermsSigningProps) {
  // The name at the time of the press, for which the document is issued.
  const [signer, setSigner] = useState<Signer>()
  const button = useRef<HTMLButtonElement>(null)
  const copyUrl = useCopyUrl(signed, email)
  const parts = [firstName, lastName, email].map((text) => text.trim())
  const isFilled = parts.every((text) => text !== '')

  function open() {
    if (signed) return
    setSigner({ name: parts.slice(0, 2).join(' '), email: parts[2] ?? '' })
  }

  const label = signed ? 'Document signed' : signer === undefined ? 'Read now' : 'Processing'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        ref={button}
        size="lg"
        isDisabled={!isFilled && !signed}
        onPress={open}
        {...(signed && { icon: <CheckIcon className="size-4 text-ok" /> })}
      >
        {label}
      </Button>
      {copyUrl !== undefined && (
        <a href={copyUrl} download className="text-sm font-medium text-accent underline underline-offset-4">
          Download your copy
        </a>
      )}
      {signer !== undefined && !signed && (
        <SigningModal
          signer={signer}
          onClose={() => setSigner(undefined)}
          returnsFocusTo={button}
          onSigned={(result) => {
            setSigner(undefined)
            onSigned(result)
          }}
        />
      )}
    </div>
  )
}

/** URL of the signer's copy, once available. */
function useCopyUrl(signed: boolean, email: string): string | undefined {
  const [copy, setCopy] = useState<{ url: string; email: string }>()
  useEffect(() => {
    if (!signed) return undefined
    const abort = new AbortController()
    async function loadCopy() {
      const { data, copyUrl } = await readStatus(abort.signal)
      if (data !== undefined && copyUrl !== undefined) setCopy({ url: copyUrl, email: data.email })
    }
    void loadCopy()
    return () => abort.abort()
  }, [signed])
  return signed && copy !== undefined && isSameSigner(copy.email, email) ? copy.url : undefined
}
