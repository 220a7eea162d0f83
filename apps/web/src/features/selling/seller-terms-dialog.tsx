import { useQuery } from '@tanstack/react-query'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { TextSkeleton } from '#web/ui/feedback/text-skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { sellerTermsQuery } from './queries.ts'

interface SellerTermsDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** What a team agrees to when it applies to sell. */
export function SellerTermsDialog({ isOpen, onClose }: SellerTermsDialogProps) {
  const query = useQuery(sellerTermsQuery())
  const { data, isError } = query
  return (
    <Dialog title="Seller terms" isOpen={isOpen} onClose={onClose} size="lg">
      {data ? (
        <div className="space-y-6">
          <p className="text-sm text-muted">
            Version {data.version}. They apply in addition to the terms and conditions of your account.
          </p>
          {data.sections.map(({ title, paragraphs }) => (
            <section key={title} aria-label={title} className="max-w-[44rem] space-y-2">
              <h3 className="font-semibold">{title}</h3>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </div>
      ) : isError ? (
        <LoadError title="Couldn’t load the seller terms" query={query} />
      ) : (
        <TextSkeleton label="Loading the seller terms" />
      )}
    </Dialog>
  )
}
