import { useMutation, useQueryClient } from '@tanstack/react-query'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import type { BodyInputOf } from '@terrace/contracts/route'
import { useState } from 'react'
import { InternalDetailsDialog } from '#web/forms/internal-details-dialog.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Facts, LongFact } from '#web/ui/data-display/facts.tsx'

/** The team's note on a hold, with a dialog that changes it. */
export function HoldNote({ hold }: { hold: WireHold }) {
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: BodyInputOf<typeof holdsRoutes.changeNote>) =>
      call(holdsRoutes.changeNote, { params: { hold_id: hold.hold_id }, body }),
    // Someone else may have changed it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] }),
  })
  const { internal_note: note } = hold
  return (
    <section aria-label="Note">
      {note !== null && (
        <div className="mb-3">
          <Facts facts={[]}>
            <LongFact name="Internal note, only for your team">{note}</LongFact>
          </Facts>
        </div>
      )}
      <Button size="sm" onPress={() => setOpen(true)}>
        {note === null ? 'Add note' : 'Edit note'}
      </Button>
      <InternalDetailsDialog
        details={{ internal_note: note }}
        isOpen={isOpen}
        isPending={isPending}
        error={error}
        onConfirm={({ internal_note, expected: { internal_note: seen } }) =>
          internal_note === undefined
            ? setOpen(false)
            : mutate(
                { internal_note, expected: { internal_note: seen } },
                { onSuccess: () => setOpen(false) },
              )
        }
        onCancel={() => {
          reset()
          setOpen(false)
        }}
      />
    </section>
  )
}
