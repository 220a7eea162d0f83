import { z } from "zod";

/** Money on the wire (product.md §9): `{amount: "150.00", currency: "GBP"}`; a plain decimal string, never a float. */
export const wireMoney = z.object({
  amount: z.string().regex(/^-?\d+(\.\d+)?$/, 'must be a decimal number such as "150.00"'),
  currency: z.string().regex(/^[A-Z]{3}$/, "must be a three-letter currency code"),
});
export type WireMoney = z.output<typeof wireMoney>;

/** An amount in a request: a decimal string, or a number that callers of the original API send (product.md §12). */
export const amountInput = z
  .union([z.string(), z.number()], { error: 'must be an amount such as "150.00"' })
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^\d+(\.\d{1,2})?$/, 'must be an amount with at most two decimals, such as "150.00"'),
  );
