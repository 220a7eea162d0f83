import type { WirePasskey } from '@terrace/contracts/security'
import { useState } from 'react'
import { hasPasskeys } from '#web/features/accounts/second-factor/passkey-client.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { KeyIcon, PlusIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { FactorRow } from './factor-row.tsx'
import { PasskeyRow } from './passkey-row.tsx'

const loadAddDialog = async () => ({ default: (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog })

interface PasskeyListProps {
  passkeys: readonly WirePasskey[]
  onCodes: (codes: readonly string[]) => void
}

/** The account's passkeys, and a button to add one. */
export function PasskeyList({ passkeys, onCodes }: PasskeyListProps) {
  const [isAdding, setAdding] = useState(false)
  const isSupported = hasPasskeys()
  return (
    <FactorRow
      icon={<KeyIcon />}
      title="Passkeys"
      text={
        isSupported
          ? 'Log in with your fingerprint, your face, a PIN or a security key, also without your password.'
          : 'This browser has no passkeys.'
      }
      actions={
        isSupported && (
          <Button
            size="sm"
            icon={<PlusIcon aria-hidden className="size-4" />}
            onPress={() => setAdding(true)}
          >
            Add passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="mt-3 divide-y divide-line border-t border-line sm:ml-9">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAdding && (
        <LazyPart
          load={loadAddDialog}
          props={{
            isOpen: true,
            onClose: () => setAdding(false),
            onAdded: (codes: readonly string[] | null) => {
              setAdding(false)
              if (codes) onCodes(codes)
            },
          }}
        />
      )}
    </FactorRow>
  )
}
