/** A value as JSON that cannot end the script element it stands in. */
export declare function scriptSafe(value: object): string
