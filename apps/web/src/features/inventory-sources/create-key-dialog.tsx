import { useQuery } from '@tanstack/react-query'
import { inventoryApiKeysRoutes } from '@terrace/contracts/inventory-api-keys'
import { useId, useState, type FormEvent } from 'react'
import { fieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { useFields } from '#web/forms/use-fields.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'
import { keyProfilesQuery, useCreateApiKey } from './api-key-queries.ts'
import { CurlExample } from './curl-example.tsx'

const lifetimes = [
  { id: '30', name: '30 days' },
  { id: '90', name: '90 days' },
  { id: '180', name: '180 days' },
  { id: '365', name: 'One year' },
]

interface CreateKeyDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Creates a key, then shows it once. */
export function CreateKeyDialog({ isOpen, onClose }: CreateKeyDialogProps) {
  const formId = useId()
  const profiles = useQuery(keyProfilesQuery())
  const create = useCreateApiKey()
  const [days, setDays] = useState('90')
  const [chosen, setChosen] = useState('')
  const profileId = chosen === '' ? (profiles.data?.[0]?.id ?? '') : chosen
  const { values, field, isReady, clear } = useFields(
    ['name'],
    (typed) =>
      fieldErrors(inventoryApiKeysRoutes.create.body, {
        ...typed,
        profile_id: profileId,
        expires_in_days: Number(days),
      }),
    () => create.isError && create.reset(),
  )

  function close() {
    if (create.isPending) return
    create.reset()
    clear()
    onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!create.isPending && isReady())
      create.mutate({ name: values.name, profile_id: profileId, expires_in_days: Number(days) })
  }

  if (create.data)
    return (
      <Dialog
        title="Copy the key now"
        isOpen={isOpen}
        onClose={close}
        isDismissable={false}
        actions={
          <Button tone="primary" onPress={close}>
            I have stored it
          </Button>
        }
      >
        <div className="space-y-4">
          <p>
            It is shown once. If you lose it, revoke it and create another one. A person who has it can put
            your stock on sale.
          </p>
          <div className="flex flex-wrap items-center justify-between gap-3 rounded border border-line bg-sunken px-4 py-3">
            <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere] select-all">
              {create.data.secret}
            </code>
            <CopyButton text={create.data.secret} label="Copy key" />
          </div>
          <CurlExample secret={create.data.secret} />
        </div>
      </Dialog>
    )
  const hasProfiles = (profiles.data?.length ?? 0) > 0
  return (
    <Dialog
      title="Create API key"
      isOpen={isOpen}
      onClose={close}
      isDismissable={!create.isPending}
      actions={
        <FormActions
          formId={formId}
          submitLabel="Create key"
          isPending={create.isPending}
          isDisabled={!hasProfiles}
          onCancel={close}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} aria-label="Create API key" className="space-y-5">
        <TextField
          {...field('name')}
          label="Name"
          autoComplete="off"
          autoFocus
          placeholder="Such as: warehouse system"
        />
        {profiles.data && !hasProfiles ? (
          <p className="text-sm text-muted">
            A key needs a profile, which says what the columns of its files mean. Import a file first: that
            makes one.
          </p>
        ) : profiles.error ? (
          <LoadError title="Couldn’t load your profiles" query={profiles} />
        ) : (
          <SelectField
            label="Profile of its files"
            options={(profiles.data ?? []).map(({ id, name }) => ({ id, name }))}
            value={profileId}
            onChange={setChosen}
          />
        )}
        <SelectField label="Valid for" options={lifetimes} value={days} onChange={setDays} />
        {create.error && <FormError error={create.error} />}
      </form>
    </Dialog>
  )
}
