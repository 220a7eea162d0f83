import { messageOf } from '@terrace/contracts/wire-error'
import type { WirePasskeyRequest } from '@terrace/contracts/passkeys'
import type { SecondFactorMethod } from '@terrace/contracts/factors'
import type { SecondFactorProof } from '@terrace/contracts/second-factor'
import { useState } from 'react'
import { FormError } from '#web/forms/form-error.tsx'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { KeyIcon } from '#web/ui/icons.ts'
import { CodeForm } from './code-form.tsx'
import { authenticateWithPasskey, hasPasskeys, PasskeyError } from './passkey-client.ts'

interface SecondFactorFormProps {
  methods: readonly SecondFactorMethod[]
  /** Sends the proof. */
  verify: (proof: SecondFactorProof) => Promise<unknown>
  requestPasskey: () => Promise<WirePasskeyRequest>
  onVerified: () => void
}

const switchLabels: Readonly<Record<SecondFactorMethod, string>> = {
  passkey: 'Use a passkey',
  totp: 'Use your authenticator app',
  recovery_code: 'Use a recovery code',
}

/** Asks for one second factor at a time, and offers the others. */
export function SecondFactorForm({ methods, verify, requestPasskey, onVerified }: SecondFactorFormProps) {
  const usable = methods.filter((method) => method !== 'passkey' || hasPasskeys())
  const [chosen, setChosen] = useState<SecondFactorMethod | null>(null)
  const attempt = useSubmit(verify)
  const method = chosen ?? usable[0]
  if (method === undefined) return <FormError error={new Error(messageOf(undefined))} />
  const isBusy = attempt.isPending || attempt.isSuccess
  return (
    <div className="space-y-5">
      {method === 'passkey' ? (
        <PasskeyButton attempt={attempt} requestPasskey={requestPasskey} onVerified={onVerified} />
      ) : (
        // A new field for each method, so that nothing typed for one is sent as the other.
        <CodeForm
          key={method}
          method={method}
          isBusy={isBusy}
          isFailed={attempt.isError}
          error={attempt.error}
          onEdit={attempt.reset}
          onSubmit={(code) => void attempt.run({ method, code }, onVerified)}
        />
      )}
      <div className="flex flex-col items-start gap-2">
        {usable
          .filter((other) => other !== method)
          .map((other) => (
            <Button
              key={other}
              tone="quiet"
              size="sm"
              className="-ml-3"
              isDisabled={isBusy}
              onPress={() => {
                attempt.reset()
                setChosen(other)
              }}
            >
              {switchLabels[other]}
            </Button>
          ))}
      </div>
    </div>
  )
}

function PasskeyButton({
  attempt,
  requestPasskey,
  onVerified,
}: Pick<SecondFactorFormProps, 'requestPasskey' | 'onVerified'> & {
  attempt: ReturnType<typeof useSubmit<SecondFactorProof>>
}) {
  const passkeyPrompt = useSubmit(async () => {
    const credential = await authenticateWithPasskey(await requestPasskey())
    await attempt.run({ method: 'passkey', credential }, onVerified)
  })
  const error = passkeyPrompt.error ?? attempt.error
  return (
    <div className="space-y-5">
      <p className="text-sm text-muted">
        Your browser asks for your passkey: with your fingerprint, your face, a PIN or a security key.
      </p>
      {error instanceof PasskeyError ? (
        <ActionError error={error} text={error.message} />
      ) : (
        error !== null && <FormError error={error} />
      )}
      <Button
        tone="primary"
        size="lg"
        isFullWidth
        autoFocus
        icon={<KeyIcon aria-hidden className="size-5" />}
        isPending={passkeyPrompt.isPending || attempt.isPending || attempt.isSuccess}
        onPress={() => {
          attempt.reset()
          void passkeyPrompt.run(undefined)
        }}
      >
        Use passkey
      </Button>
    </div>
  )
}
