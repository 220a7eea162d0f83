import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useAddDocument, useRemoveDocument } from './queries.ts'

interface ApplicationDocumentsProps {
  documents: WireSellerAccount['documents']
  error: string | undefined
}

/** Documents that operators check; they are uploaded at once and stay with the draft. */
export function ApplicationDocuments({ documents, error }: ApplicationDocumentsProps) {
  const add = useAddDocument()
  const remove = useRemoveDocument()
  const failed = add.error ?? remove.error
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 font-semibold">Documents</legend>
      <p className="text-sm text-muted">
        Such as the registration of the company. PDF, JPEG or PNG, up to 10 MB each. Only operators read them.
      </p>
      {documents.length > 0 && (
        <ul className="divide-y divide-line">
          {documents.map(({ id, name }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-2">
              <span className="min-w-0 break-words">{name}</span>
              <Button size="sm" aria-label={`Remove ${name}`} onPress={() => remove.mutate(id)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <label className="block text-sm font-medium">
        Add a document
        <input
          type="file"
          accept="application/pdf,image/jpeg,image/png"
          className="mt-1.5 block w-full text-sm"
          disabled={add.isPending}
          onChange={({ currentTarget: input }) => {
            const [file] = input.files ?? []
            if (file) add.mutate(file, { onSettled: () => (input.value = '') })
          }}
        />
      </label>
      {error !== undefined && <p className="text-sm text-danger">{error}</p>}
      {failed && <ActionError error={failed} />}
    </fieldset>
  )
}
