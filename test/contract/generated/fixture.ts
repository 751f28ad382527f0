// Generated from test/contract/fixture.yaml by scripts/generate.ts. Change that file and run `npm run generate`.

export interface paths {
    readonly "/notes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listNotes"];
        readonly put?: never;
        readonly post: operations["createNote"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/notes/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post: operations["searchNotes"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/notes/{note_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getNote"];
        readonly put?: never;
        readonly post?: never;
        readonly delete: operations["deleteNote"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/notes/{note_id}/report": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["getReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/parcels/{ref}/labels/{label}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put: operations["labelParcel"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/parcels": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get: operations["listParcels"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @default 20 */
        readonly Limit: number;
        readonly NoteInput: {
            readonly title: string;
            /** @default  */
            readonly body: string;
            /** Format: date-time */
            readonly due?: string;
            readonly priority?: number;
            readonly tags?: readonly string[];
        };
        /** @enum {string} */
        readonly Reserved: "index" | "search";
        readonly Note: {
            /** Format: uuid */
            readonly note_id: string;
            /** @example Shopping */
            readonly title: string;
            readonly body?: string;
            /** @description A property with the name of a keyword. */
            readonly nullable?: boolean;
            readonly parent: components["schemas"]["Parent"];
        };
        /**
         * @example {
         *       "note_id": "11111111-2222-4333-8444-555555555555",
         *       "nullable": true
         *     }
         */
        readonly Parent: {
            /** Format: uuid */
            readonly note_id: string;
            readonly above?: components["schemas"]["Parent"];
        } | null;
        readonly NotePage: {
            readonly items: readonly components["schemas"]["Note"][];
            readonly total: number;
        };
        readonly Report: {
            readonly score: number;
        };
        readonly Label: components["schemas"]["TextLabel"] | components["schemas"]["DataLabel"];
        readonly TextLabel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly kind: "text";
            readonly text: string;
        };
        readonly DataLabel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly kind: "data";
            readonly data: {
                readonly [key: string]: unknown;
            };
        };
        readonly Received: {
            readonly seen: {
                readonly [key: string]: unknown;
            };
        };
        readonly Problem: {
            readonly error: string;
            readonly message: string;
            readonly code: string;
            readonly request_id: string;
            readonly required_plan?: string;
            readonly issues?: readonly {
                readonly path: string;
                readonly message: string;
            }[];
        };
    };
    responses: {
        /** @description An error. */
        readonly Problem: {
            headers: {
                readonly "X-Request-ID": string;
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        readonly Limit: components["schemas"]["Limit"];
        readonly NoteId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly listNotes: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: components["parameters"]["Limit"];
                readonly offset?: number;
                readonly pinned?: boolean;
                readonly ratio?: number;
                readonly q?: string;
                readonly tag?: readonly string[];
                readonly status?: readonly ("open" | "done")[];
            };
            readonly header?: {
                readonly "X-Trace"?: string;
                readonly "X-Depth"?: number;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page. */
            readonly 200: {
                headers: {
                    readonly RateLimit?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotePage"];
                };
            };
            readonly 400: components["responses"]["Problem"];
            readonly 401: components["responses"]["Problem"];
            readonly 402: components["responses"]["Problem"];
            readonly 403: components["responses"]["Problem"];
            readonly 429: components["responses"]["Problem"];
            readonly 500: components["responses"]["Problem"];
            readonly 503: components["responses"]["Problem"];
        };
    };
    readonly createNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NoteInput"];
            };
        };
        readonly responses: {
            /** @description Created. */
            readonly 201: {
                headers: {
                    readonly Location: string;
                    readonly "X-Revision"?: number;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
            readonly 400: components["responses"]["Problem"];
            readonly 401: components["responses"]["Problem"];
            readonly 402: components["responses"]["Problem"];
            readonly 413: components["responses"]["Problem"];
            readonly 415: components["responses"]["Problem"];
            readonly 422: components["responses"]["Problem"];
            readonly 500: components["responses"]["Problem"];
        };
    };
    readonly searchNotes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly text?: string;
                };
            };
        };
        readonly responses: {
            /** @description Search results. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotePage"];
                };
            };
            readonly 400: components["responses"]["Problem"];
            readonly 401: components["responses"]["Problem"];
            readonly 415: components["responses"]["Problem"];
            readonly 422: components["responses"]["Problem"];
        };
    };
    readonly getNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The note. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
            readonly 400: components["responses"]["Problem"];
            readonly 401: components["responses"]["Problem"];
            readonly 404: components["responses"]["Problem"];
            readonly 500: components["responses"]["Problem"];
        };
    };
    readonly deleteNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Problem"];
            readonly 401: components["responses"]["Problem"];
            readonly 404: components["responses"]["Problem"];
            readonly 500: components["responses"]["Problem"];
        };
    };
    readonly getReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Report"];
                    readonly "text/markdown": string;
                };
            };
            readonly 400: components["responses"]["Problem"];
            readonly 404: components["responses"]["Problem"];
        };
    };
    readonly labelParcel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly ref: string;
                readonly label: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Label"];
            };
        };
        readonly responses: {
            /** @description What was received. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Received"];
                };
            };
            readonly 400: components["responses"]["Problem"];
            readonly 401: components["responses"]["Problem"];
            readonly 415: components["responses"]["Problem"];
            readonly 422: components["responses"]["Problem"];
        };
    };
    readonly listParcels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The caller. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Received"];
                };
            };
            readonly 401: components["responses"]["Problem"];
        };
    };
}
