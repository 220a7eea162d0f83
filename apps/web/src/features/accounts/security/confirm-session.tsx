import { secondFactorMethod, type FactorMethod } from '@terrace/contracts/factors'
import { securityRoutes } from '@terrace/contracts/security'
import { SecondFactorForm } from '#web/features/accounts/second-factor/second-factor-form.tsx'
import { call } from '#web/lib/http/api-client.ts'

interface ConfirmSessionProps {
  methods: readonly FactorMethod[]
  onConfirmed: () => void
}

/** Verifies the second factor in the open session. */
export function ConfirmSession({ methods, onConfirmed }: ConfirmSessionProps) {
  return (
    <SecondFactorForm
      methods={secondFactorMethod.options.filter((method) => methods.includes(method))}
      verify={(proof) => call(securityRoutes.confirm, { body: proof })}
      requestPasskey={async () => (await call(securityRoutes.confirmOptions)).data}
      onVerified={onConfirmed}
    />
  )
}
