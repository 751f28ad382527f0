// Generated from a2a.openapi.yaml by scripts/generate.ts. Change that, then `npm run generate`.

export interface paths {
    readonly "/.well-known/agent.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the agent's card
         * @description Reads who the agent is, which skills it has and what they take and give. The names of its skills are those under
         *     which tasks are handed to it. Once the platform knows the agent, the card also says `capabilities`,
         *     `verification_status` and `reputation`, as last heard from the platform.
         */
        readonly get: operations["getAgentCard"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check the agent's health
         * @description Answers 200 as long as the agent runs, also while it is paused. In the mode `degraded` the agent serves without the
         *     platform, because its installation did not succeed or has ended: it sends no heartbeats, and cannot have signatures
         *     of other agents verified.
         */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/svc/auth": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Open a session
         * @description Opens a session for a client, who says what it is called and what it wants to do. Known scopes are `chat` and
         *     `tools`; a session opened without a list of scopes has all of them, and unknown ones open no door. Send the token as
         *     a bearer token together with the same client id in `X-Svc-Client-ID`, until the session expires; then open another.
         *     Sessions do not survive a restart of the agent.
         */
        readonly post: operations["openSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/chat": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Talk to the agent
         * @description Says something to the agent and waits for its reply. Every call is a task of its own; `conversation_id` connects those
         *     that belong together. Left out, a new conversation begins, and one that the agent does not know begins under that
         *     identifier. Conversations of different clients are kept apart, whatever they are called.
         *
         *     A session only connects messages. Where the agent requires signatures each message needs one, with the skill `chat`; a
         *     signature that is there and wrong is refused in any case. The answer carries the trust headers.
         */
        readonly post: operations["chat"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/a2a": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Hand over a task by JSON-RPC
         * @description Takes one JSON-RPC 2.0 request with the method `tasks/send` and waits until the task has ended. Notifications and
         *     batches are not taken. An `id` that is a string, a number or null comes back as it was sent.
         *
         *     The status is 200 for every call that was understood, with `result` for a completed task and otherwise `error`: -32600
         *     for an `id` that is none, -32601 for another method, -32602 for an unknown skill or input that does not fit it, -32603
         *     for a task that failed. With
         *     any other status the body is a JSON-RPC response too, see *Errors*; its `id` is null when that of the request could
         *     not be read.
         *
         *     Signed as described under *Signatures*. Skill, policy and outcome are those of `handleTask`.
         */
        readonly post: operations["sendRpc"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/a2a/tasks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Hand over a task
         * @description Executes a task and waits until it has ended. The platform forwards tasks here, and other agents can call it directly.
         *
         *     A task may say less than it could: only `input` is needed. The message is a string or an object with parts, `type`,
         *     `context` and any of its members can be absent, and a task without a `task_id` is given one. See *Tasks and skills* for
         *     how the skill is found; a skill that the card does not name is 422 `unknown_skill`.
         *
         *     Success is 200 with `completed`, and `result` and `output` are equal. Everything else is `failed` with an `error`, and
         *     its status is 4xx when another request could succeed, 5xx when the same one could; it is never 404. Whatever is
         *     wrong with the request itself is 400 `invalid_request`: broken JSON, a header out of range, a body that does not
         *     fit its schema, and input that does not fit the skill's.
         *
         *     Signed as described under *Signatures*. Calling twice executes twice.
         */
        readonly post: operations["handleTask"];
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
        /** @description How the agent verifies who calls it. */
        readonly AgentAuthentication: {
            /**
             * @description The trust protocol of the service.
             * @enum {string}
             */
            readonly type: "svc_trust";
            /**
             * Format: uri
             * @description Address of the platform's `verifyTrust`.
             */
            readonly verify_url: string;
        };
        /** @description Who the agent is and what it can do. */
        readonly AgentCard: {
            /** @description Name of the agent. */
            readonly name: string;
            readonly svc_id: components["schemas"]["SvcId"];
            readonly version: components["schemas"]["AgentVersion"];
            /** @description What the agent does, for people and for models that choose an agent. */
            readonly description: string;
            /**
             * Format: uri
             * @description Address of the agent; its paths are relative to it.
             */
            readonly url: string;
            /** @description What it can do. Names are unique. */
            readonly skills: readonly components["schemas"]["Skill"][];
            readonly authentication: components["schemas"]["AgentAuthentication"];
            /** @description Skills under which the platform routes tasks here; present when the platform knows the agent. */
            readonly capabilities?: readonly components["schemas"]["SkillName"][];
            readonly verification_status?: components["schemas"]["VerificationStatus"];
            /**
             * Format: int32
             * @description How the agent's tasks ended, recent ones counting more; present when the platform knows the agent.
             */
            readonly reputation?: number;
        };
        /** @description Version of the agent. */
        readonly AgentVersion: string;
        /** @description Something that a task produced. */
        readonly Artifact: {
            /** @description Its content, in one form per part. */
            readonly parts: readonly components["schemas"]["ArtifactPart"][];
        };
        /**
         * @description One form of the content. The first part is text: the member `text` of the task's result when that is a string, otherwise
         *     the result as compact JSON. The second is the result itself, as data.
         */
        readonly ArtifactPart: {
            /** @description Form of the part; known are `text` and `data`. */
            readonly type: string;
            /** @description The content of a part of type `text`. */
            readonly text?: string;
            readonly data?: components["schemas"]["TaskResult"];
        };
        /** @description What the agent has to say. */
        readonly ChatReply: {
            /** @description The reply. */
            readonly message: string;
            readonly conversation_id: components["schemas"]["ConversationId"];
            readonly task_id: components["schemas"]["TaskId"];
        };
        /** @description What the client has to say. */
        readonly ChatRequest: {
            /** @description The message. */
            readonly message: string;
            readonly conversation_id?: components["schemas"]["ConversationId"];
        };
        /** @description A task that succeeded. */
        readonly CompletedTask: {
            readonly task_id: components["schemas"]["TaskId"];
            /**
             * @description How the task ended.
             * @enum {string}
             */
            readonly status: "completed";
            readonly result: components["schemas"]["TaskResult"];
            readonly output: components["schemas"]["TaskResult"];
            /**
             * Format: int32
             * @description Milliseconds that the skill took.
             */
            readonly execution_time_ms?: number;
        };
        /** @description Identifier of a conversation, chosen by the client or by the agent. */
        readonly ConversationId: string;
        /** @description How the agent is doing. */
        readonly Health: {
            /** @description What it is doing; known are `ok`, `paused` and `stopping`. It takes tasks only when it is `ok`. */
            readonly status: string;
            readonly svc_id: components["schemas"]["SvcId"];
            readonly version: components["schemas"]["AgentVersion"];
            /**
             * Format: int32
             * @description Seconds since the agent started.
             */
            readonly uptime_seconds: number;
            /**
             * @description Whether it works with the platform, or without.
             * @enum {string}
             */
            readonly mode: "running" | "degraded";
            /**
             * Format: date-time
             * @description Time on the agent's clock.
             */
            readonly timestamp: string;
        };
        /** @description Why a call did not succeed. */
        readonly JsonRpcError: {
            /**
             * Format: int32
             * @description Code as JSON-RPC 2.0 defines it.
             */
            readonly code: number;
            /** @description A sentence for people that names the cause and the way out. */
            readonly message: string;
            readonly data?: components["schemas"]["JsonRpcErrorData"];
        };
        /** @description More about the cause. */
        readonly JsonRpcErrorData: {
            readonly code?: components["schemas"]["TaskErrorCode"];
            readonly request_id: components["schemas"]["RequestId"];
            readonly task_id?: components["schemas"]["TaskId"];
        };
        /** @description A JSON-RPC response to a request that was refused. */
        readonly JsonRpcFailure: {
            readonly jsonrpc: components["schemas"]["JsonRpcVersion"];
            readonly id: components["schemas"]["JsonRpcId"];
            readonly error: components["schemas"]["JsonRpcError"];
        };
        /**
         * @description Identifier of the call, given by the client: a string or a number. Any other value but null is an invalid request
         *     (-32600), answered with null.
         */
        readonly JsonRpcId: unknown;
        /** @description The task. Further members are input of the skill. */
        readonly JsonRpcParams: {
            readonly id?: components["schemas"]["TaskId"];
            readonly contextId?: components["schemas"]["ConversationId"];
            readonly skill?: components["schemas"]["SkillName"];
            readonly message?: components["schemas"]["Message"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description A JSON-RPC 2.0 request. The method `tasks/send` needs `params`. */
        readonly JsonRpcRequest: {
            readonly jsonrpc: components["schemas"]["JsonRpcVersion"];
            /** @description Name of the method; the one that exists is `tasks/send`. */
            readonly method: string;
            readonly id: components["schemas"]["JsonRpcId"];
            readonly params?: components["schemas"]["JsonRpcParams"];
        };
        /** @description A JSON-RPC 2.0 response. It has either `result` or `error`. */
        readonly JsonRpcResponse: {
            readonly jsonrpc: components["schemas"]["JsonRpcVersion"];
            readonly id: components["schemas"]["JsonRpcId"];
            readonly result?: components["schemas"]["JsonRpcTask"];
            readonly error?: components["schemas"]["JsonRpcError"];
        };
        /** @description A task that succeeded. */
        readonly JsonRpcTask: {
            readonly id: components["schemas"]["TaskId"];
            readonly contextId: components["schemas"]["ConversationId"];
            readonly status: components["schemas"]["JsonRpcTaskStatus"];
            /** @description What the task produced. */
            readonly artifacts: readonly components["schemas"]["Artifact"][];
        };
        /** @description How and when the task ended. */
        readonly JsonRpcTaskStatus: {
            /** @description How the task ended, `completed`. */
            readonly state: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            readonly timestamp: string;
        };
        /**
         * @description Version of JSON-RPC.
         * @enum {string}
         */
        readonly JsonRpcVersion: "2.0";
        /** @description A JSON Schema, of draft 2020-12 unless its `$schema` says otherwise. */
        readonly JsonSchema: {
            readonly [key: string]: unknown;
        };
        /** @description A message, in parts. */
        readonly Message: {
            /** @description Who speaks, for example `user`. */
            readonly role?: string;
            /** @description What is said. Parts of a type that the agent does not know are skipped. */
            readonly parts: readonly components["schemas"]["MessagePart"][];
        };
        /** @description A part of a message. */
        readonly MessagePart: {
            /** @description Form of the part; known is `text`. */
            readonly type: string;
            /** @description The text of a part of type `text`. */
            readonly text?: string;
        };
        /** @description Who wants to talk to the agent, and what for. */
        readonly OpenSessionRequest: {
            /** @description What the client calls itself, to be sent in `X-Svc-Client-ID` from then on. */
            readonly client_id: string;
            /** @description What the session should be good for; known are `chat` and `tools`. Left out, everything. */
            readonly scope?: readonly components["schemas"]["SessionScope"][];
        };
        /** @description Why a request was refused. */
        readonly Problem: {
            /** @description Class of the error, one per status. */
            readonly error: string;
            /** @description A sentence for people that names the cause and the way out. */
            readonly message: string;
            /** @description Exact cause, stable; the catalogue is in the introduction. */
            readonly code: string;
            readonly request_id: components["schemas"]["RequestId"];
            /** @description What is wrong where, when parameters or body are invalid. */
            readonly issues?: readonly components["schemas"]["ProblemIssue"][];
        };
        /** @description One fault of a request. */
        readonly ProblemIssue: {
            /** @description JSON Pointer to the fault, starting with `/body`, `/query` or `/header`. */
            readonly path: string;
            /** @description What is wrong there. */
            readonly message: string;
        };
        /** @description Identifier of the request. */
        readonly RequestId: string;
        /** @description A new session. */
        readonly Session: {
            /** @description Bearer token of the session, shown once. */
            readonly session_token: string;
            /**
             * Format: date-time
             * @description When the session ends, an hour from now.
             */
            readonly expires_at: string;
        };
        /** @description Something that a session is good for. */
        readonly SessionScope: string;
        /** @description Something that the agent can do. */
        readonly Skill: {
            readonly name: components["schemas"]["SkillName"];
            /** @description What it does, for people and for models that choose a skill. */
            readonly description: string;
            readonly input_schema: components["schemas"]["JsonSchema"];
            readonly output_schema: components["schemas"]["JsonSchema"];
            /**
             * Format: int32
             * @description Milliseconds after which a call is given up; absent when it takes what it takes.
             */
            readonly timeout_ms?: number;
            /**
             * Format: double
             * @description What a call is likely to cost, in the unit in which the publisher charges.
             */
            readonly cost_estimate?: number;
        };
        /** @description Name of a skill. */
        readonly SkillName: string;
        /** @description Identifier of an agent. */
        readonly SvcId: string;
        /** @description Where the task comes from, as its sender says. */
        readonly TaskContext: {
            readonly skill?: components["schemas"]["SkillName"];
            /** @description The workspace in which the task was asked for. */
            readonly workspace_id?: string;
            /** @description Who asked for it. */
            readonly requester_id?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Why the task failed. */
        readonly TaskError: {
            readonly code: components["schemas"]["TaskErrorCode"];
            /** @description A sentence for people that names the cause and the way out. */
            readonly message: string;
        };
        /** @description Exact cause, stable; the catalogue is in the introduction. */
        readonly TaskErrorCode: string;
        /** @description A task that failed, or was refused. */
        readonly TaskFailure: {
            readonly task_id: components["schemas"]["TaskId"];
            /**
             * @description How the task ended.
             * @enum {string}
             */
            readonly status: "failed";
            readonly error: components["schemas"]["TaskError"];
        };
        /** @description Identifier of the task, made by the agent when the request has none or cannot be read. */
        readonly TaskId: string;
        /** @description What the task is about. Further members are input of the skill. */
        readonly TaskInput: {
            readonly skill?: components["schemas"]["SkillName"];
            readonly message?: components["schemas"]["TaskMessage"];
        } & {
            readonly [key: string]: unknown;
        };
        /**
         * @description The message to the skill: a string, or an object like `Message`, whose `parts` hold texts. Anything else carries no
         *     text.
         * @example Invoice 2026-0117 of Paper Mill Ltd: 1280.50 EUR, due 2026-03-16.
         */
        readonly TaskMessage: unknown;
        /** @description A task. */
        readonly TaskRequest: {
            readonly task_id?: components["schemas"]["TaskId"];
            readonly type?: components["schemas"]["SkillName"];
            readonly input: components["schemas"]["TaskInput"];
            readonly context?: components["schemas"]["TaskContext"];
        };
        /** @description What the skill gave, as its `output_schema` describes. */
        readonly TaskResult: {
            readonly [key: string]: unknown;
        };
        /**
         * @description Where the agent stands with the platform's checks; present when the platform knows the agent.
         * @enum {string}
         */
        readonly VerificationStatus: "unverified" | "pending" | "verified" | "suspended" | "revoked";
    };
    responses: {
        /** @description The request cannot be read, or a parameter is wrong. */
        readonly BadRequest: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body exceeds the limit. */
        readonly ContentTooLarge: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The session is good, but lacks a scope. The message names it. */
        readonly Forbidden: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description No reply was found in time. The work on it was given up. */
        readonly GatewayTimeout: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request headers exceed the limit. The connection is closed after this answer. */
        readonly HeadersTooLarge: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The agent failed. Nothing about the cause is disclosed; the request identifier finds it in the log. */
        readonly InternalError: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body was not complete in time. */
        readonly RequestTimeout: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request cannot be read, or a header is wrong. */
        readonly RpcBadRequest: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description The body exceeds the limit. */
        readonly RpcContentTooLarge: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description The signature is good, but the workspace's policy or the registry bars the caller. */
        readonly RpcForbidden: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description The agent itself failed, rather than the skill. */
        readonly RpcInternalError: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description The agent takes no tasks right now, or cannot verify a signature. Nothing was executed; try again. */
        readonly RpcServiceUnavailable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description A rate limit is used up. Wait as long as `Retry-After` says. */
        readonly RpcTooManyRequests: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description The signature is wrong, or missing where it is required. */
        readonly RpcUnauthorized: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description The body is JSON but no JSON-RPC request that is taken here. */
        readonly RpcUnprocessableContent: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description The body has to be sent as `application/json`. */
        readonly RpcUnsupportedMediaType: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description The agent is paused or shutting down. Nothing was done; try again. */
        readonly ServiceUnavailable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The task cannot be read, does not fit its schema, or its input does not fit the skill's. */
        readonly TaskBadRequest: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The body exceeds the limit. */
        readonly TaskContentTooLarge: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The skill or the agent failed. */
        readonly TaskError: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The signature is good, but the workspace's policy or the registry bars the caller. */
        readonly TaskForbidden: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The skill took longer than its `timeout_ms` and was given up. */
        readonly TaskTimeout: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description A rate limit is used up. Wait as long as `Retry-After` says. */
        readonly TaskTooManyRequests: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The signature is wrong, or missing where it is required. */
        readonly TaskUnauthorized: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The agent takes no tasks right now, or cannot verify a signature. Nothing was executed; try again. */
        readonly TaskUnavailable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The agent has no such skill. The card lists those it has. */
        readonly TaskUnknownSkill: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The body has to be sent as `application/json`. */
        readonly TaskUnsupportedMediaType: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description A rate limit is used up. Wait as long as `Retry-After` says. */
        readonly TooManyRequests: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The session is missing, unknown or expired, or the client is another. The message says what to do. */
        readonly Unauthorized: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is JSON but does not fit its schema. `issues` says where. */
        readonly UnprocessableContent: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has to be sent as `application/json`. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestId"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description The `svc_id` of the agent that signed the request. */
        readonly AgentId: string;
        /**
         * @description Which installation was signed as the receiver, where one was. It only tells the receiver what to compare with: any other
         *     than its own is refused.
         */
        readonly AudienceInstallation: string;
        /** @description A value that the signer uses once. */
        readonly Nonce: string;
        /** @description Ed25519 signature over what stands under *Signatures*, as base64, base64url or hex. */
        readonly Signature: string;
        /**
         * @description What the platform states about the task that it forwards, and its signature over that; see *Signatures*.
         * @example eyJhdWRpZW5jZSI6eyJpbnN0YWxsYXRpb25faWQiOiI0ZDBmN2I1Mi02YTFjLTRlN2UtOWIzOC01YzJmMWQ5MGE2ZTMiLCJzdmNfaWQiOiJhZjVmN2U2ODk2MmQwNDJiMmUzMzUwN2YxMDIyMTY1NTEwNzA1MTQ1NGU5ODFlZWZkNzljMzJlZWIyMGEzYTUxIn0sImV4cGlyZXNfYXQiOiIyMDI2LTAzLTAyVDA5OjE0OjAwLjAwMFoiLCJpc3N1ZWRfYXQiOiIyMDI2LTAzLTAyVDA5OjEzOjAwLjAwMFoiLCJpc3N1ZXIiOiJodHRwczovL2FnZW50cy5leGFtcGxlLmNvbSIsIm9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIiwicmVxdWVzdF9ib2R5X2hhc2giOiJkZTYyZWVjYzZlZTRiZTFhZmZiYmU5ZjJmM2FhODJiMjRmZjk4NzFlZWRmYThiYWFkNWQ5MjcwNjZkMDVjMzA3IiwicmVxdWVzdGVyIjp7Im9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIn0sInNraWxsIjoiZXh0cmFjdF9pbnZvaWNlIiwidGFza19pZCI6IjAxOTU1NjFkLTRmNDAtN2I3Yy05YTYxLTJmN2QzYTkwYzFlNSIsInVwc3RyZWFtX3VybCI6Imh0dHBzOi8vaW52b2ljZXMuYWNtZS5leGFtcGxlL2EyYS90YXNrcyIsIndvcmtzcGFjZV9pZCI6IndzXzdiMWU1YzkwZDJmNCJ9.PEiwQnIxxbYOp6NCJlbjSFvxdu1-hfwKW07d59gDa9Wq2IEH34iIT7S8-QcOwk4HS-pqZj95R1pWYWAMJHybAA
         */
        readonly TaskStatement: string;
        /** @description When the request was signed, within 300 seconds of now. */
        readonly Timestamp: string;
        /**
         * @description Identifier that connects log lines of all parties. It comes back on the answer; it is not signed.
         * @example 5b8efff798038103d269b633813fc60c
         */
        readonly TraceId: string;
    };
    requestBodies: never;
    headers: {
        /** @description The `svc_id` of the agent that answers. */
        readonly AgentId: string;
        /** @description What is left of the limit (`r`) and the seconds until it refills (`t`); absent when no limit was consulted. */
        readonly RateLimit: string;
        /** @description The limits that apply, each with its quota (`q`) and its window in seconds (`w`). */
        readonly RateLimitPolicy: string;
        /** @description The agent's reputation from 0 to 100, as last heard from the platform; 50 without one. */
        readonly Reputation: number;
        /** @description Identifier of this request, the same as `request_id` in an error. */
        readonly RequestId: string;
        /** @description Seconds to wait before the next try. */
        readonly RetryAfter: number;
        /**
         * @description Ed25519 signature in base64, over what stands under *Signatures*; absent when the agent has no key, and on answers to requests
         *     that were not signed.
         */
        readonly Signature: string;
        /** @description Identifier of the task. Where the body has one it is the same. */
        readonly TaskId: string;
        /** @description When the answer was signed. */
        readonly Timestamp: string;
        /** @description Identifier that connects log lines of all parties; that of the request, if it had one. */
        readonly TraceId: string;
        /** @description Where the agent stands with the platform's checks, as last heard from it; `unverified` without one. */
        readonly Verification: "unverified" | "pending" | "verified" | "suspended" | "revoked";
        /**
         * @description What the platform vouches for: that an organization runs this agent, for the body of this answer. It is no signature of the
         *     agent; absent unless the agent asked the platform for it.
         */
        readonly Vouch: string;
        /** @description What the operation expects, a session or a signature. */
        readonly WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getAgentCard: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The card. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentCard"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The agent runs. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly openSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenSessionRequest"];
            };
        };
        readonly responses: {
            /** @description The session. Its token is shown once. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Session"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly chat: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `svc_id` of the agent that signed the request. */
                readonly "X-Svc-Agent-ID"?: components["parameters"]["AgentId"];
                /** @description When the request was signed, within 300 seconds of now. */
                readonly "X-Svc-Timestamp"?: components["parameters"]["Timestamp"];
                /** @description A value that the signer uses once. */
                readonly "X-Svc-Nonce"?: components["parameters"]["Nonce"];
                /**
                 * @description Which installation was signed as the receiver, where one was. It only tells the receiver what to compare with: any other
                 *     than its own is refused.
                 */
                readonly "X-Svc-Audience-Installation"?: components["parameters"]["AudienceInstallation"];
                /** @description Ed25519 signature over what stands under *Signatures*, as base64, base64url or hex. */
                readonly "X-Svc-Signature"?: components["parameters"]["Signature"];
                /**
                 * @description Identifier that connects log lines of all parties. It comes back on the answer; it is not signed.
                 * @example 5b8efff798038103d269b633813fc60c
                 */
                readonly "X-Svc-Trace-ID"?: components["parameters"]["TraceId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChatRequest"];
            };
        };
        readonly responses: {
            /** @description The reply. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                    readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                    readonly "X-Svc-Verification": components["headers"]["Verification"];
                    readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                    readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                    readonly "X-Svc-Timestamp": components["headers"]["Timestamp"];
                    readonly "X-Svc-Signature": components["headers"]["Signature"];
                    readonly "X-Svc-Vouch": components["headers"]["Vouch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatReply"];
                };
            };
            readonly 400: components["responses"]["BadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 408: components["responses"]["RequestTimeout"];
            readonly 413: components["responses"]["ContentTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["UnprocessableContent"];
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
            readonly 504: components["responses"]["GatewayTimeout"];
        };
    };
    readonly sendRpc: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `svc_id` of the agent that signed the request. */
                readonly "X-Svc-Agent-ID"?: components["parameters"]["AgentId"];
                /** @description When the request was signed, within 300 seconds of now. */
                readonly "X-Svc-Timestamp"?: components["parameters"]["Timestamp"];
                /** @description A value that the signer uses once. */
                readonly "X-Svc-Nonce"?: components["parameters"]["Nonce"];
                /**
                 * @description Which installation was signed as the receiver, where one was. It only tells the receiver what to compare with: any other
                 *     than its own is refused.
                 */
                readonly "X-Svc-Audience-Installation"?: components["parameters"]["AudienceInstallation"];
                /** @description Ed25519 signature over what stands under *Signatures*, as base64, base64url or hex. */
                readonly "X-Svc-Signature"?: components["parameters"]["Signature"];
                /**
                 * @description What the platform states about the task that it forwards, and its signature over that; see *Signatures*.
                 * @example eyJhdWRpZW5jZSI6eyJpbnN0YWxsYXRpb25faWQiOiI0ZDBmN2I1Mi02YTFjLTRlN2UtOWIzOC01YzJmMWQ5MGE2ZTMiLCJzdmNfaWQiOiJhZjVmN2U2ODk2MmQwNDJiMmUzMzUwN2YxMDIyMTY1NTEwNzA1MTQ1NGU5ODFlZWZkNzljMzJlZWIyMGEzYTUxIn0sImV4cGlyZXNfYXQiOiIyMDI2LTAzLTAyVDA5OjE0OjAwLjAwMFoiLCJpc3N1ZWRfYXQiOiIyMDI2LTAzLTAyVDA5OjEzOjAwLjAwMFoiLCJpc3N1ZXIiOiJodHRwczovL2FnZW50cy5leGFtcGxlLmNvbSIsIm9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIiwicmVxdWVzdF9ib2R5X2hhc2giOiJkZTYyZWVjYzZlZTRiZTFhZmZiYmU5ZjJmM2FhODJiMjRmZjk4NzFlZWRmYThiYWFkNWQ5MjcwNjZkMDVjMzA3IiwicmVxdWVzdGVyIjp7Im9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIn0sInNraWxsIjoiZXh0cmFjdF9pbnZvaWNlIiwidGFza19pZCI6IjAxOTU1NjFkLTRmNDAtN2I3Yy05YTYxLTJmN2QzYTkwYzFlNSIsInVwc3RyZWFtX3VybCI6Imh0dHBzOi8vaW52b2ljZXMuYWNtZS5leGFtcGxlL2EyYS90YXNrcyIsIndvcmtzcGFjZV9pZCI6IndzXzdiMWU1YzkwZDJmNCJ9.PEiwQnIxxbYOp6NCJlbjSFvxdu1-hfwKW07d59gDa9Wq2IEH34iIT7S8-QcOwk4HS-pqZj95R1pWYWAMJHybAA
                 */
                readonly "X-Svc-Task"?: components["parameters"]["TaskStatement"];
                /**
                 * @description Identifier that connects log lines of all parties. It comes back on the answer; it is not signed.
                 * @example 5b8efff798038103d269b633813fc60c
                 */
                readonly "X-Svc-Trace-ID"?: components["parameters"]["TraceId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["JsonRpcRequest"];
            };
        };
        readonly responses: {
            /** @description The call was understood; `result` or `error` says how it ended. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                    readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                    readonly "X-Svc-Verification": components["headers"]["Verification"];
                    readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                    readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                    readonly "X-Svc-Timestamp": components["headers"]["Timestamp"];
                    readonly "X-Svc-Signature": components["headers"]["Signature"];
                    readonly "X-Svc-Vouch": components["headers"]["Vouch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JsonRpcResponse"];
                };
            };
            readonly 400: components["responses"]["RpcBadRequest"];
            readonly 401: components["responses"]["RpcUnauthorized"];
            readonly 403: components["responses"]["RpcForbidden"];
            readonly 413: components["responses"]["RpcContentTooLarge"];
            readonly 415: components["responses"]["RpcUnsupportedMediaType"];
            readonly 422: components["responses"]["RpcUnprocessableContent"];
            readonly 429: components["responses"]["RpcTooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["RpcInternalError"];
            readonly 503: components["responses"]["RpcServiceUnavailable"];
        };
    };
    readonly handleTask: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `svc_id` of the agent that signed the request. */
                readonly "X-Svc-Agent-ID"?: components["parameters"]["AgentId"];
                /** @description When the request was signed, within 300 seconds of now. */
                readonly "X-Svc-Timestamp"?: components["parameters"]["Timestamp"];
                /** @description A value that the signer uses once. */
                readonly "X-Svc-Nonce"?: components["parameters"]["Nonce"];
                /**
                 * @description Which installation was signed as the receiver, where one was. It only tells the receiver what to compare with: any other
                 *     than its own is refused.
                 */
                readonly "X-Svc-Audience-Installation"?: components["parameters"]["AudienceInstallation"];
                /** @description Ed25519 signature over what stands under *Signatures*, as base64, base64url or hex. */
                readonly "X-Svc-Signature"?: components["parameters"]["Signature"];
                /**
                 * @description What the platform states about the task that it forwards, and its signature over that; see *Signatures*.
                 * @example eyJhdWRpZW5jZSI6eyJpbnN0YWxsYXRpb25faWQiOiI0ZDBmN2I1Mi02YTFjLTRlN2UtOWIzOC01YzJmMWQ5MGE2ZTMiLCJzdmNfaWQiOiJhZjVmN2U2ODk2MmQwNDJiMmUzMzUwN2YxMDIyMTY1NTEwNzA1MTQ1NGU5ODFlZWZkNzljMzJlZWIyMGEzYTUxIn0sImV4cGlyZXNfYXQiOiIyMDI2LTAzLTAyVDA5OjE0OjAwLjAwMFoiLCJpc3N1ZWRfYXQiOiIyMDI2LTAzLTAyVDA5OjEzOjAwLjAwMFoiLCJpc3N1ZXIiOiJodHRwczovL2FnZW50cy5leGFtcGxlLmNvbSIsIm9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIiwicmVxdWVzdF9ib2R5X2hhc2giOiJkZTYyZWVjYzZlZTRiZTFhZmZiYmU5ZjJmM2FhODJiMjRmZjk4NzFlZWRmYThiYWFkNWQ5MjcwNjZkMDVjMzA3IiwicmVxdWVzdGVyIjp7Im9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIn0sInNraWxsIjoiZXh0cmFjdF9pbnZvaWNlIiwidGFza19pZCI6IjAxOTU1NjFkLTRmNDAtN2I3Yy05YTYxLTJmN2QzYTkwYzFlNSIsInVwc3RyZWFtX3VybCI6Imh0dHBzOi8vaW52b2ljZXMuYWNtZS5leGFtcGxlL2EyYS90YXNrcyIsIndvcmtzcGFjZV9pZCI6IndzXzdiMWU1YzkwZDJmNCJ9.PEiwQnIxxbYOp6NCJlbjSFvxdu1-hfwKW07d59gDa9Wq2IEH34iIT7S8-QcOwk4HS-pqZj95R1pWYWAMJHybAA
                 */
                readonly "X-Svc-Task"?: components["parameters"]["TaskStatement"];
                /**
                 * @description Identifier that connects log lines of all parties. It comes back on the answer; it is not signed.
                 * @example 5b8efff798038103d269b633813fc60c
                 */
                readonly "X-Svc-Trace-ID"?: components["parameters"]["TraceId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TaskRequest"];
            };
        };
        readonly responses: {
            /** @description The task is completed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestId"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "X-Svc-Agent-ID": components["headers"]["AgentId"];
                    readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                    readonly "X-Svc-Verification": components["headers"]["Verification"];
                    readonly "X-Svc-Task-ID": components["headers"]["TaskId"];
                    readonly "X-Svc-Trace-ID": components["headers"]["TraceId"];
                    readonly "X-Svc-Timestamp": components["headers"]["Timestamp"];
                    readonly "X-Svc-Signature": components["headers"]["Signature"];
                    readonly "X-Svc-Vouch": components["headers"]["Vouch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CompletedTask"];
                };
            };
            readonly 400: components["responses"]["TaskBadRequest"];
            readonly 401: components["responses"]["TaskUnauthorized"];
            readonly 403: components["responses"]["TaskForbidden"];
            readonly 413: components["responses"]["TaskContentTooLarge"];
            readonly 415: components["responses"]["TaskUnsupportedMediaType"];
            readonly 422: components["responses"]["TaskUnknownSkill"];
            readonly 429: components["responses"]["TaskTooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["TaskError"];
            readonly 503: components["responses"]["TaskUnavailable"];
            readonly 504: components["responses"]["TaskTimeout"];
        };
    };
}
