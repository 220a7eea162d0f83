import { FormError } from '#web/forms/form-error.tsx'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { KeyIcon } from '#web/ui/icons.ts'

/** Logs in with a passkey alone: the browser offers the passkeys of this site. */
export function PasskeyLogin({ onLoggedIn }: { onLoggedIn: () => void }) {
  const attempt = useSubmit(async () => {
    // Loaded on use: most people log in with their password.
    await (await import('./verify-second-factor.ts')).logInWithPasskey()
  })
  const { error } = attempt
  // Its text is written for the user, unlike those of other errors without a response.
  const isPasskeyError = error instanceof Error && error.name === 'PasskeyError'
  return (
    <div className="mt-3 space-y-3">
      <Button
        size="lg"
        isFullWidth
        icon={<KeyIcon aria-hidden className="size-5" />}
        isPending={attempt.isPending || attempt.isSuccess}
        onPress={() => void attempt.run(undefined, onLoggedIn)}
      >
        Log in with a passkey
      </Button>
      {isPasskeyError ? (
        <ActionError error={error} text={error.message} />
      ) : (
        attempt.isError && <FormError error={error} />
      )}
    </div>
  )
}
