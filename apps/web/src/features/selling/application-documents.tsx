import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import { documentTypes, maxDocumentBytes } from '@terrace/domain/sellers/seller-application'
import { useRef, useState } from 'react'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldMessages } from '#web/ui/controls/field.tsx'
import { useAddDocument, useRemoveDocument } from './queries.ts'

interface ApplicationDocumentsProps {
  documents: WireSellerAccount['documents']
  error: string | undefined
}

/** Documents that operators check; they are uploaded at once and stay with the draft. */
export function ApplicationDocuments({ documents, error }: ApplicationDocumentsProps) {
  const add = useAddDocument()
  const remove = useRemoveDocument()
  const input = useRef<HTMLInputElement>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const failed = add.error ?? remove.error

  function upload(file: File) {
    remove.reset()
    add.reset()
    setTooLarge(file.size > maxDocumentBytes)
    if (file.size <= maxDocumentBytes) add.mutate(file)
  }

  return (
    <fieldset className="min-w-0 space-y-3" aria-describedby="documents-messages">
      <legend className="mb-2 font-semibold">Documents</legend>
      <p className="text-sm text-muted">
        Such as the registration of the company. PDF, JPEG or PNG, up to 10 MB each. Only the people who
        review your application can open them.
      </p>
      {documents.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {documents.map(({ id, name }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-2 text-sm">
              <span className="min-w-0 break-words">{name}</span>
              <Button
                size="sm"
                aria-label={`Remove ${name}`}
                isPending={remove.isPending && remove.variables === id}
                onPress={() => {
                  add.reset()
                  remove.mutate(id)
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button isPending={add.isPending} pendingLabel="Uploading..." onPress={() => input.current?.click()}>
        Add a document
      </Button>
      <input
        ref={input}
        type="file"
        accept={documentTypes.join(',')}
        aria-label="Document file"
        tabIndex={-1}
        disabled={add.isPending}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) upload(file)
          // The same file can be chosen again after it was fixed.
          currentTarget.value = ''
        }}
      />
      <FieldMessages id="documents-messages" error={isTooLarge ? 'The file is larger than 10 MB' : error} />
      {failed && <ActionError error={failed} />}
    </fieldset>
  )
}
