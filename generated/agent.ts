// Generated from a2a.openapi.yaml by scripts/generate.ts. Change that file and run `npm run generate`.

export interface paths {
    readonly "/.well-known/agent.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the agent's card
         * @description Returns the identity of the agent and its skills with their inputs and outputs. Tasks use the skill names in the
         *     card. While the agent is installed and in the mode `running` of `getHealth`, the card also has `capabilities`, and
         *     `verification_status` and `reputation` as last received from the platform.
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
    readonly "/.well-known/agent-card.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the agent's card for A2A clients
         * @description Returns the card of the agent in the format of the A2A protocol, for clients of its versions 1.0 and 0.3. The
         *     card of `getAgentCard` is a different document: it has the schemas of the skills, and its `capabilities` is a
         *     list. The card may be cached for as long as `Cache-Control` allows, and revalidated with `If-None-Match`.
         */
        readonly get: operations["getA2aCard"];
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
         * @description Returns 200 for as long as the agent is running, even while it is paused. An agent that has request limits of its
         *     own may return 429 or 503 instead, which says nothing about its health. In `degraded` mode the agent runs
         *     without the platform, because it is not installed, or its installation is starting, has failed or has ended: it
         *     sends no heartbeats and cannot verify signatures of other agents.
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
    readonly "/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the agent's own contract
         * @description Returns this document in OpenAPI 3.1 as it applies to this agent: with its address under `servers`, its skills
         *     as the values of `skill`, and the schemas of each skill for the input and the result of a task. Generators and
         *     fuzzers that read it need to know nothing else about the agent. A skill whose schemas cannot be expressed in
         *     OpenAPI is described with a free-form input.
         */
        readonly get: operations["getAgentContract"];
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
         * @description Opens a session for a client, which states its client id and the scopes it needs. Known scopes are `chat` and
         *     `tools`. A session without a list of scopes has all of them, and unknown scopes grant nothing. Send the token as
         *     a bearer token together with the same client id in `X-Svc-Client-ID`. When the session expires, open another.
         *     Sessions do not survive a restart of the agent, and if there are 100,000, a new one ends the oldest. No operation
         *     of this contract requires `tools`.
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
         * Send a chat message
         * @description Sends a message to the agent and waits for its reply. Every call is a separate task; `conversation_id` connects
         *     the messages of a conversation. If it is omitted, a new conversation starts; if it is unknown, a new
         *     conversation starts under that identifier. Conversations of different clients are separate, even if they have
         *     the same identifier.
         *
         *     If the agent fails to reply, the status is 500 `EXECUTION_ERROR`, unless the reply took too long (504), too many
         *     tasks are running (429) or the agent shuts down (503).
         *
         *     A session only connects messages. If the agent requires signatures, each message must be signed, with the
         *     skill `chat`. An invalid signature is rejected in any case. The response has the trust headers.
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
         * Send a task by JSON-RPC
         * @description Accepts one JSON-RPC 2.0 request. The method `tasks/send` executes a task and waits until it has ended; the
         *     methods of the A2A protocol are described under *A2A*. Notifications and batches are not supported. An `id` that
         *     is a string, a number or null is returned as sent.
         *
         *     The status is 200 for a call that was understood, with `result` or `error`. The errors are -32600 for an invalid
         *     `id`, -32601 for an unknown method, -32602 for an unknown skill, invalid input or a task that ended as
         *     `input_required`, -32603 for any other task of `tasks/send` that failed, and those of *A2A*, where a task that
         *     failed is a `result`. A call that is refused, or a `tasks/send` call whose task ends as `rate_limited` or
         *     `unavailable`, has the status of its error. With any other status than 200, the body is also a JSON-RPC response
         *     (see *Errors*), except before the request has been read, as with 431; its `id` is null if that of the request
         *     was not read or could not be read.
         *
         *     Requests are signed as described under *Signatures*. Skill, policy and outcome are the same as for `handleTask`.
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
         * Send a task
         * @description Executes a task and waits until it has ended. The platform forwards tasks to this operation, and other agents
         *     can call it directly.
         *
         *     Only `input` is required. The message is a string or an object with parts; `type`, `context` and all fields of
         *     `context` are optional. A task without a `task_id` is given one. *Tasks and skills* explains how the skill is
         *     determined; a skill that is not in the card returns 422 `unknown_skill`.
         *
         *     A successful task returns 200 with `completed` and identical `result` and `output`. Every other task is `failed`
         *     with an `error`. Its status is 4xx if a different request could succeed (429: the same request, later), and 5xx if
         *     the same request could; it is never 404. Invalid JSON, an invalid header, a body that does not match its schema,
         *     and input that does not match the skill's schema all return 400 `invalid_request`.
         *
         *     Requests are signed as described under *Signatures*. The operation is not idempotent: each unsigned call executes
         *     the task again. A signed request, and a task from the platform, is executed once, and rejected with 401 after that.
         *     The path may have repeated and trailing slashes.
         */
        readonly post: operations["handleTask"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/mcp": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Call a skill as an MCP tool
         * @description Accepts one message of the Model Context Protocol, revision 2026-07-28, 2025-11-25, 2025-06-18 or 2025-03-26, over
         *     Streamable HTTP without sessions. `tools/list` returns the skills as tools, and `tools/call` executes one; *MCP*
         *     explains both. Batches are not supported.
         *
         *     The status is 200 for a call that was understood, with `result` or `error`. It is 400 for an unsupported
         *     revision (-32022) and for a revision in `_meta` that differs from the header (-32020). In revision 2026-07-28 it
         *     is also 400 for other headers that do not match (-32020) and for members of `_meta` that are missing (-32602),
         *     and 404 for an unknown method (-32601). A notification gets 202. With any other status, including 400 and 404,
         *     the body is a JSON-RPC response (see *Errors*), except before the request has been read, as with 431.
         *
         *     Tool calls are signed as described under *Signatures*, with the skill of the tool.
         */
        readonly post: operations["sendMcp"];
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
        /** @description An interface of the agent, as A2A 0.3 lists it. */
        readonly A2aAdditionalInterface: {
            readonly url: components["schemas"]["A2aUrl"];
            readonly transport: components["schemas"]["A2aBinding"];
        };
        /** @description A2A protocol binding. Known value: `JSONRPC`. */
        readonly A2aBinding: string;
        /** @description A2A features, and whether the agent supports them. */
        readonly A2aCapabilities: {
            /** @description Whether tasks can be followed as a stream of events. */
            readonly streaming: boolean;
            /** @description Whether the agent sends notifications to an address of the client. */
            readonly pushNotifications: boolean;
            /** @description The A2A extensions that the agent supports. */
            readonly extensions: readonly components["schemas"]["A2aExtension"][];
        };
        /**
         * @description Card of an agent in the format of A2A 1.0. `protocolVersion`, `url`, `preferredTransport` and
         *     `additionalInterfaces` repeat the interface for A2A 0.3 clients.
         */
        readonly A2aCard: {
            /** @description Name of the agent. */
            readonly name: string;
            /** @description Description of the agent. */
            readonly description: string;
            readonly version: components["schemas"]["AgentVersion"];
            /** @description The interfaces of the agent, one for each A2A version, the preferred one first. */
            readonly supportedInterfaces: readonly components["schemas"]["A2aInterface"][];
            readonly protocolVersion: components["schemas"]["A2aProtocolVersion"];
            readonly url: components["schemas"]["A2aUrl"];
            readonly preferredTransport: components["schemas"]["A2aBinding"];
            /** @description The interfaces of the agent for A2A 0.3 clients. */
            readonly additionalInterfaces: readonly components["schemas"]["A2aAdditionalInterface"][];
            readonly capabilities: components["schemas"]["A2aCapabilities"];
            /** @description Media types of the parts that the agent reads. */
            readonly defaultInputModes: readonly components["schemas"]["A2aMediaType"][];
            /** @description Media types of the parts that the agent returns. */
            readonly defaultOutputModes: readonly components["schemas"]["A2aMediaType"][];
            /** @description Skills of the agent, in the order of its own card. */
            readonly skills: readonly components["schemas"]["A2aSkill"][];
        };
        /** @description An A2A extension. */
        readonly A2aExtension: {
            /** @description Identifier of the extension, and its key in metadata. */
            readonly uri: string;
            /** @description How the agent uses the extension. */
            readonly description: string;
            /** @description Whether a client must support the extension. */
            readonly required: boolean;
        };
        /** @description An address at which the agent serves one A2A version. */
        readonly A2aInterface: {
            readonly url: components["schemas"]["A2aUrl"];
            readonly protocolBinding: components["schemas"]["A2aBinding"];
            readonly protocolVersion: components["schemas"]["A2aProtocolVersion"];
        };
        /** @description Type of an A2A 0.3 object; absent otherwise. Known values are `task` and `message`. */
        readonly A2aKind: string;
        /** @description A media type. */
        readonly A2aMediaType: string;
        /** @description A message from the agent about a task, such as its progress or why it failed. */
        readonly A2aMessage: {
            readonly kind?: components["schemas"]["A2aKind"];
            /** @description Identifier of the message. */
            readonly messageId: string;
            /** @description Role of the agent, `ROLE_AGENT` in A2A 1.0 and `agent` in 0.3. */
            readonly role: string;
            readonly taskId?: components["schemas"]["TaskId"];
            readonly contextId?: components["schemas"]["ConversationId"];
            /** @description Text of the message. */
            readonly parts: readonly components["schemas"]["ArtifactPart"][];
        };
        /** @description A2A version. */
        readonly A2aProtocolVersion: string;
        /** @description A skill of the agent. */
        readonly A2aSkill: {
            readonly id: components["schemas"]["SkillName"];
            readonly name: components["schemas"]["SkillName"];
            /** @description Description of the skill, for people and for models that select a skill. */
            readonly description: string;
            /** @description Words of the skill's name. */
            readonly tags: readonly components["schemas"]["A2aTag"][];
        };
        /** @description A word that describes a skill. */
        readonly A2aTag: string;
        /** @description A task in A2A. */
        readonly A2aTask: {
            readonly kind?: components["schemas"]["A2aKind"];
            readonly id: components["schemas"]["TaskId"];
            readonly contextId: components["schemas"]["ConversationId"];
            readonly status: components["schemas"]["JsonRpcTaskStatus"];
            /** @description Result of the task, once it is completed. */
            readonly artifacts?: readonly components["schemas"]["Artifact"][];
        };
        /** @description Address of the JSON-RPC interface of the agent. */
        readonly A2aUrl: string;
        /** @description How the agent verifies callers. */
        readonly AgentAuthentication: {
            readonly type: components["schemas"]["AgentAuthenticationType"];
            /**
             * Format: uri
             * @description URL of the platform's `verifyTrust` operation.
             */
            readonly verify_url: string;
        };
        /**
         * @description The trust protocol that the agent uses.
         * @enum {string}
         */
        readonly AgentAuthenticationType: "svc_trust";
        /** @description The identity of the agent and its skills. */
        readonly AgentCard: {
            /** @description Name of the agent. */
            readonly name: string;
            readonly svc_id: components["schemas"]["SvcId"];
            readonly version: components["schemas"]["AgentVersion"];
            /** @description Description of the agent, for people and for models that select an agent. */
            readonly description: string;
            /**
             * Format: uri
             * @description URL of the agent; its paths are relative to it.
             */
            readonly url: string;
            /** @description The agent's skills. Names are unique. */
            readonly skills: readonly components["schemas"]["Skill"][];
            readonly authentication: components["schemas"]["AgentAuthentication"];
            /** @description Skills that the agent offers to the platform for routing; present in the mode `running`. */
            readonly capabilities?: readonly components["schemas"]["SkillName"][];
            readonly verification_status?: components["schemas"]["VerificationStatus"];
            /**
             * Format: int32
             * @description The agent's reputation, based on how its tasks ended, with more weight on recent ones; present in the mode
             *     `running`.
             */
            readonly reputation?: number;
        };
        /** @description Version of the agent. */
        readonly AgentVersion: string;
        /** @description An output of a task. */
        readonly Artifact: {
            /** @description Identifier of the artifact within its task; present in A2A. */
            readonly artifactId?: string;
            readonly name?: components["schemas"]["SkillName"];
            /** @description Content of the artifact, in one format per part. */
            readonly parts: readonly components["schemas"]["ArtifactPart"][];
        };
        /**
         * @description The content in one format. The first part is text: the `text` field of the task's result if it is a string,
         *     otherwise the result as compact JSON. The second part is the result itself, as data. `tasks/send` states the
         *     type in `type` and A2A 0.3 in `kind`; in A2A 1.0 it follows from the other field.
         */
        readonly ArtifactPart: {
            readonly type?: components["schemas"]["PartType"];
            readonly kind?: components["schemas"]["PartType"];
            /** @description Content of a part of type `text`. */
            readonly text?: string;
            readonly data?: components["schemas"]["TaskResult"];
        };
        /** @description The agent's reply to a chat message. */
        readonly ChatReply: {
            /** @description The agent's reply. */
            readonly message: string;
            readonly conversation_id: components["schemas"]["ConversationId"];
            readonly task_id: components["schemas"]["TaskId"];
        };
        /** @description A chat message to the agent. */
        readonly ChatRequest: {
            /** @description The message. */
            readonly message: string;
            readonly conversation_id?: components["schemas"]["ConversationId"];
        };
        /** @description A task that succeeded. */
        readonly CompletedTask: {
            readonly task_id: components["schemas"]["TaskId"];
            readonly status: components["schemas"]["CompletedTaskStatus"];
            readonly result: components["schemas"]["TaskResult"];
            readonly output: components["schemas"]["TaskResult"];
            /**
             * Format: int32
             * @description Execution time of the skill in milliseconds.
             */
            readonly execution_time_ms?: number;
        };
        /**
         * @description Outcome of the task.
         * @enum {string}
         */
        readonly CompletedTaskStatus: "completed";
        /** @description Identifier of a conversation, assigned by the client or by the agent. */
        readonly ConversationId: string;
        /**
         * @description Outcome of the task.
         * @enum {string}
         */
        readonly FailedTaskStatus: "failed";
        /** @description Health of the agent. */
        readonly Health: {
            /** @description Status of the agent. Known values are `ok`, `paused` and `stopping`. It accepts tasks only when it is `ok`. */
            readonly status: string;
            readonly svc_id: components["schemas"]["SvcId"];
            readonly version: components["schemas"]["AgentVersion"];
            /**
             * Format: int32
             * @description Seconds since the agent started.
             */
            readonly uptime_seconds: number;
            readonly mode: components["schemas"]["HealthMode"];
            /**
             * Format: date-time
             * @description Time of the agent's clock.
             */
            readonly timestamp: string;
        };
        /**
         * @description `running` while the installation of the agent is active, even while the platform cannot be reached. `degraded`
         *     without an installation, and while it is starting, has failed or has ended.
         * @enum {string}
         */
        readonly HealthMode: "running" | "degraded";
        /** @description Error of a call. */
        readonly JsonRpcError: {
            /**
             * Format: int32
             * @description Error code as defined by JSON-RPC 2.0.
             */
            readonly code: number;
            /** @description Human-readable message that states the cause and how to fix it. */
            readonly message: string;
            readonly data?: components["schemas"]["JsonRpcErrorData"];
        };
        /** @description Additional information about the cause. */
        readonly JsonRpcErrorData: {
            readonly code?: components["schemas"]["TaskErrorCode"];
            readonly request_id: components["schemas"]["RequestId"];
            readonly task_id?: components["schemas"]["TaskId"];
        };
        /** @description A JSON-RPC response to a rejected request. */
        readonly JsonRpcFailure: {
            readonly jsonrpc: components["schemas"]["JsonRpcVersion"];
            readonly id: components["schemas"]["JsonRpcId"];
            readonly error: components["schemas"]["JsonRpcError"];
        };
        /**
         * @description Identifier of the call, assigned by the client: a string, or a number of at most 2^53 - 1 in magnitude. Any other
         *     value except null is an invalid request (-32600); the response then has null. In MCP, null is invalid too.
         */
        readonly JsonRpcId: unknown;
        /**
         * @description The task of `tasks/send`, whose additional fields are part of the skill's input, or the parameters of an A2A
         *     method.
         */
        readonly JsonRpcParams: {
            readonly id?: components["schemas"]["TaskId"];
            readonly contextId?: components["schemas"]["ConversationId"];
            readonly skill?: components["schemas"]["SkillName"];
            readonly message?: components["schemas"]["Message"];
            /**
             * @description In A2A, settings of the call as an object: `returnImmediately` or `blocking`. Settings of push notifications are
             *     refused (-32003), and others are ignored. In `tasks/send`, part of the skill's input.
             */
            readonly configuration?: unknown;
            /**
             * @description In A2A, values by extension as an object; one of them can name the skill. In `tasks/send`, part of the
             *     skill's input.
             */
            readonly metadata?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description A JSON-RPC 2.0 request. */
        readonly JsonRpcRequest: {
            readonly jsonrpc: components["schemas"]["JsonRpcVersion"];
            /** @description Name of the method, `tasks/send` or an A2A method. */
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
        /**
         * @description The task of a call. `tasks/send` returns `id`, `contextId`, `status` and `artifacts`. The A2A methods return a
         *     task in the format of their version, which `SendMessage` returns as `task`.
         */
        readonly JsonRpcTask: {
            readonly id?: components["schemas"]["TaskId"];
            readonly contextId?: components["schemas"]["ConversationId"];
            readonly kind?: components["schemas"]["A2aKind"];
            readonly status?: components["schemas"]["JsonRpcTaskStatus"];
            /** @description Outputs of the task. */
            readonly artifacts?: readonly components["schemas"]["Artifact"][];
            readonly task?: components["schemas"]["A2aTask"];
        };
        /** @description State of the task, and when the task entered it. */
        readonly JsonRpcTaskStatus: {
            /**
             * @description State of the task: always `completed` in `tasks/send`, and in an A2A method the name that its version of A2A has for the state, such as
             *     `TASK_STATE_COMPLETED` or `completed`.
             */
            readonly state: string;
            /**
             * Format: date-time
             * @description When the task entered this state.
             */
            readonly timestamp: string;
            readonly message?: components["schemas"]["A2aMessage"];
        };
        /**
         * @description JSON-RPC version.
         * @enum {string}
         */
        readonly JsonRpcVersion: "2.0";
        /** @description A JSON Schema, of draft 2020-12 unless `$schema` specifies another. */
        readonly JsonSchema: {
            readonly [key: string]: unknown;
        };
        /**
         * @description Who may cache a result; the result is the same for all callers.
         * @enum {string}
         */
        readonly McpCacheScope: "public";
        /** @description Capabilities of an MCP server. An agent has only tools. */
        readonly McpCapabilities: {
            /** @description Options of the tools; always empty, because the agent supports none. */
            readonly tools: Record<string, never>;
        };
        /** @description A part of the result for people and language models. */
        readonly McpContent: {
            readonly type: components["schemas"]["McpContentType"];
            /** @description The result as text, or the reason for the failure. */
            readonly text: string;
        };
        /**
         * @description Type of a part of a result.
         * @enum {string}
         */
        readonly McpContentType: "text";
        /** @description Error of an MCP call. */
        readonly McpError: {
            /**
             * Format: int32
             * @description Error code as defined by JSON-RPC 2.0 and MCP.
             */
            readonly code: number;
            /** @description Human-readable message that states the cause and how to fix it. */
            readonly message: string;
            readonly data?: components["schemas"]["McpErrorData"];
        };
        /** @description Additional information about the cause. */
        readonly McpErrorData: {
            readonly code?: components["schemas"]["TaskErrorCode"];
            readonly request_id: components["schemas"]["RequestId"];
            readonly task_id?: components["schemas"]["TaskId"];
            /** @description The supported revisions, if the requested one is not. */
            readonly supported?: readonly components["schemas"]["McpRevision"][];
            /** @description The revision that the client requested. */
            readonly requested?: string;
        };
        /** @description An MCP response, in JSON-RPC, to a rejected request. */
        readonly McpFailure: {
            readonly jsonrpc: components["schemas"]["JsonRpcVersion"];
            readonly id: components["schemas"]["JsonRpcId"];
            readonly error: components["schemas"]["McpError"];
        };
        /** @description Metadata of a result in revision 2026-07-28. */
        readonly McpMeta: {
            readonly "io.modelcontextprotocol/serverInfo": components["schemas"]["McpServerInfo"];
        };
        /** @description Parameters of an MCP method. `tools/call` has the tool in `name` and the input of its skill in `arguments`. */
        readonly McpParams: {
            /**
             * @description Metadata, as an object. Revision 2026-07-28 requires the revision and the capabilities of the client in
             *     it. `traceparent` (W3C Trace Context) is passed to the skill unless the header of that name is valid.
             */
            readonly _meta?: unknown;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description An MCP request in JSON-RPC 2.0, or a notification if it has no `id`. */
        readonly McpRequest: {
            readonly jsonrpc: components["schemas"]["JsonRpcVersion"];
            /** @description Name of the method. */
            readonly method: string;
            readonly id?: components["schemas"]["JsonRpcId"];
            readonly params?: components["schemas"]["McpParams"];
        };
        /** @description An MCP response in JSON-RPC 2.0. It has either `result` or `error`. */
        readonly McpResponse: {
            readonly jsonrpc: components["schemas"]["JsonRpcVersion"];
            readonly id: components["schemas"]["JsonRpcId"];
            readonly result?: components["schemas"]["McpResult"];
            readonly error?: components["schemas"]["McpError"];
        };
        /**
         * @description Result of an MCP method. `tools/list` returns `tools`; `tools/call` returns `content`, `structuredContent` and
         *     `isError`; `initialize` and `server/discover` describe the agent. In revision 2026-07-28 each has `resultType`.
         */
        readonly McpResult: {
            readonly resultType?: components["schemas"]["McpResultType"];
            readonly protocolVersion?: components["schemas"]["McpRevision"];
            /** @description The supported revisions. */
            readonly supportedVersions?: readonly components["schemas"]["McpRevision"][];
            readonly capabilities?: components["schemas"]["McpCapabilities"];
            readonly serverInfo?: components["schemas"]["McpServerInfo"];
            /** @description What the agent does. */
            readonly instructions?: string;
            /** @description All skills, in the order of the card. There are no further pages. */
            readonly tools?: readonly components["schemas"]["McpTool"][];
            /**
             * Format: int32
             * @description Number of milliseconds for which the result may be cached.
             */
            readonly ttlMs?: number;
            readonly cacheScope?: components["schemas"]["McpCacheScope"];
            /** @description The result as text. */
            readonly content?: readonly components["schemas"]["McpContent"][];
            readonly structuredContent?: components["schemas"]["TaskResult"];
            /** @description Whether the skill failed. */
            readonly isError?: boolean;
            readonly _meta?: components["schemas"]["McpMeta"];
        };
        /**
         * @description State of the call. Agents request no further input.
         * @enum {string}
         */
        readonly McpResultType: "complete";
        /**
         * @description MCP revision.
         * @enum {string}
         */
        readonly McpRevision: "2026-07-28" | "2025-11-25" | "2025-06-18" | "2025-03-26";
        /** @description Name and version of the agent. */
        readonly McpServerInfo: {
            /** @description Name of the agent. */
            readonly name: string;
            readonly version: components["schemas"]["AgentVersion"];
        };
        /** @description A skill as a tool. */
        readonly McpTool: {
            /** @description Name of the skill, with characters that MCP does not allow replaced by underscores. */
            readonly name: string;
            readonly title?: components["schemas"]["SkillName"];
            /** @description What the skill does. */
            readonly description: string;
            readonly inputSchema: components["schemas"]["JsonSchema"];
            readonly outputSchema?: components["schemas"]["JsonSchema"];
        };
        /** @description A message that consists of parts. */
        readonly Message: {
            /** @description Role of the sender; A2A requires `ROLE_USER` or `user`. */
            readonly role?: string;
            /** @description Identifier of the message, a string that A2A requires. */
            readonly messageId?: unknown;
            /**
             * @description In A2A, the context to which the new task belongs: 1 to 200 visible ASCII characters. The agent creates one if it
             *     is absent.
             */
            readonly contextId?: unknown;
            /**
             * @description In A2A, the task that the message continues. A task takes no further messages, so any value is refused: -32004 for
             *     a task of the caller, -32001 for any other.
             */
            readonly taskId?: unknown;
            /** @description Values by extension, as an object. In A2A, one of them names the skill. */
            readonly metadata?: unknown;
            /** @description Content of the message. `tasks/send` ignores parts of an unknown type; A2A rejects them with the error -32005. */
            readonly parts: readonly components["schemas"]["MessagePart"][];
        };
        /**
         * @description A part of a message. `tasks/send` requires `type`. In A2A the type is in `kind` or `type`, or follows from the
         *     other field, `text` or `data`.
         */
        readonly MessagePart: {
            /** @description Type of the part. Known values are `text` and, in A2A, `data`. */
            readonly type?: string;
            /** @description In A2A, type of the part, `text` or `data`. It takes precedence over `type`. */
            readonly kind?: unknown;
            /** @description In A2A, an object whose fields are part of the skill's input. `tasks/send` ignores it. */
            readonly data?: unknown;
            /** @description Text of a part of type `text`. */
            readonly text?: string;
        };
        /** @description A contract in OpenAPI; all fields are described in the OpenAPI specification. */
        readonly OpenApiDocument: {
            /** @description OpenAPI version. */
            readonly openapi: string;
            readonly info: components["schemas"]["OpenApiInfo"];
            /** @description Address of the agent. */
            readonly servers?: readonly components["schemas"]["OpenApiServer"][];
            readonly paths: components["schemas"]["OpenApiPaths"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Name, version and description of the agent, as in its card. */
        readonly OpenApiInfo: {
            /** @description Name of the agent. */
            readonly title: string;
            readonly version: components["schemas"]["AgentVersion"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description The operations, by path and method. */
        readonly OpenApiPaths: {
            readonly [key: string]: unknown;
        };
        /** @description An address of the agent. */
        readonly OpenApiServer: {
            /** @description Base URL; paths are relative to it. */
            readonly url: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description The client that opens the session, and its scopes. */
        readonly OpenSessionRequest: {
            /** @description Name that the client chooses for itself, to be sent in `X-Svc-Client-ID` from then on. */
            readonly client_id: string;
            /** @description Scopes of the session. Known values are `chat` and `tools`. Defaults to all. */
            readonly scope?: readonly components["schemas"]["SessionScope"][];
        };
        /** @description Type of a part. Known values are `text` and `data`. */
        readonly PartType: string;
        /** @description An error response. */
        readonly Problem: {
            /** @description Class of the error; there is one for each status. */
            readonly error: string;
            /** @description Human-readable message that states the cause and how to fix it. */
            readonly message: string;
            /** @description Stable code of the exact cause; *Errors* lists all codes. */
            readonly code: string;
            readonly request_id: components["schemas"]["RequestId"];
            /** @description Invalid parameters or parts of the body. */
            readonly issues?: readonly components["schemas"]["ProblemIssue"][];
        };
        /** @description One error in a request. */
        readonly ProblemIssue: {
            /** @description JSON Pointer to the error, starting with `/body`, `/query` or `/header`. */
            readonly path: string;
            /** @description Description of the error. */
            readonly message: string;
        };
        /** @description Identifier of the request. */
        readonly RequestId: string;
        /** @description A new session. */
        readonly Session: {
            /** @description Bearer token of the session, returned only once. */
            readonly session_token: string;
            /**
             * Format: date-time
             * @description When the session expires, one hour from now.
             */
            readonly expires_at: string;
        };
        /** @description A permission of a session. */
        readonly SessionScope: string;
        /** @description A skill of the agent. */
        readonly Skill: {
            readonly name: components["schemas"]["SkillName"];
            /** @description Description of the skill, for people and for models that select a skill. */
            readonly description: string;
            readonly input_schema: components["schemas"]["JsonSchema"];
            readonly output_schema: components["schemas"]["JsonSchema"];
            /**
             * Format: int32
             * @description Milliseconds after which a call is aborted; absent if there is no limit.
             */
            readonly timeout_ms?: number;
            /**
             * Format: double
             * @description Estimated cost of a call, in the unit in which the publisher charges.
             */
            readonly cost_estimate?: number;
        };
        /** @description Name of a skill. */
        readonly SkillName: string;
        /** @description Identifier of an agent. */
        readonly SvcId: string;
        /** @description Origin of the task, as stated by its sender. */
        readonly TaskContext: {
            readonly skill?: components["schemas"]["SkillName"];
            /** @description The workspace in which the task was requested. */
            readonly workspace_id?: string;
            /** @description The requester of the task. */
            readonly requester_id?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Why the task failed. */
        readonly TaskError: {
            readonly code: components["schemas"]["TaskErrorCode"];
            /** @description Human-readable message that states the cause and how to fix it. */
            readonly message: string;
        };
        /** @description Stable code of the exact cause; *Errors* lists all codes. */
        readonly TaskErrorCode: string;
        /** @description A task that failed or was rejected. */
        readonly TaskFailure: {
            readonly task_id: components["schemas"]["TaskId"];
            readonly status: components["schemas"]["FailedTaskStatus"];
            readonly error: components["schemas"]["TaskError"];
        };
        /** @description Identifier of the task, created by the agent if the request has none or cannot be read. */
        readonly TaskId: string;
        /** @description Input of the task. Additional fields are part of the skill's input. */
        readonly TaskInput: {
            readonly skill?: components["schemas"]["SkillName"];
            readonly message?: components["schemas"]["TaskMessage"];
        } & {
            readonly [key: string]: unknown;
        };
        /**
         * @description The message to the skill: a string, or an object like `Message`, whose `parts` contain text. Any other value has
         *     no text.
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
        /** @description Result of the skill, as described by its `output_schema`. */
        readonly TaskResult: {
            readonly [key: string]: unknown;
        };
        /**
         * @description Verification status of the agent.
         * @enum {string}
         */
        readonly VerificationStatus: "unverified" | "pending" | "verified" | "suspended" | "revoked";
    };
    responses: {
        /** @description The request cannot be read, or a parameter is invalid. */
        readonly BadRequest: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["ChatAgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["ChatReputation"];
                readonly "X-Svc-Verification": components["headers"]["ChatVerification"];
                readonly "X-Svc-Task-ID": components["headers"]["ChatTaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["ChatTraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body exceeds the size limit. */
        readonly ContentTooLarge: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["ChatAgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["ChatReputation"];
                readonly "X-Svc-Verification": components["headers"]["ChatVerification"];
                readonly "X-Svc-Task-ID": components["headers"]["ChatTaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["ChatTraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The session lacks the scope named in the message, or the signature of the message is valid, but the workspace's
         *     policy or the registry denies access to the caller.
         */
        readonly Forbidden: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["ChatAgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["ChatReputation"];
                readonly "X-Svc-Verification": components["headers"]["ChatVerification"];
                readonly "X-Svc-Task-ID": components["headers"]["ChatTaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["ChatTraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There was no reply in time; processing was aborted. */
        readonly GatewayTimeout: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "X-Svc-Agent-ID": components["headers"]["ChatAgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["ChatReputation"];
                readonly "X-Svc-Verification": components["headers"]["ChatVerification"];
                readonly "X-Svc-Task-ID": components["headers"]["ChatTaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["ChatTraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request headers exceed 16 KiB. The connection is closed after this response. */
        readonly HeadersTooLarge: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description An internal error occurred, or the agent failed to reply to a chat message. The cause is not disclosed; it is in
         *     the agent's log.
         */
        readonly InternalError: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "X-Svc-Agent-ID": components["headers"]["ChatAgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["ChatReputation"];
                readonly "X-Svc-Verification": components["headers"]["ChatVerification"];
                readonly "X-Svc-Task-ID": components["headers"]["ChatTaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["ChatTraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body did not arrive in time. */
        readonly RequestTimeout: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["ChatAgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["ChatReputation"];
                readonly "X-Svc-Verification": components["headers"]["ChatVerification"];
                readonly "X-Svc-Task-ID": components["headers"]["ChatTaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["ChatTraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The request cannot be read, its version is not supported, its headers do not match its body, or its `_meta` lacks
         *     required members (-32602).
         */
        readonly McpBadRequest: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["McpFailure"];
            };
        };
        /** @description The method is unknown. */
        readonly McpNotFound: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["McpFailure"];
            };
        };
        /** @description The request cannot be read, or a header is invalid. */
        readonly RpcBadRequest: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description The body exceeds the size limit. */
        readonly RpcContentTooLarge: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /**
         * @description The workspace's policy or the registry denies access to the caller, whose signature is valid; or an MCP request
         *     comes from a page of another origin.
         */
        readonly RpcForbidden: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description An internal error occurred in the agent, not in the skill. */
        readonly RpcInternalError: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /**
         * @description The agent currently accepts no tasks, cannot verify a signature, does not have enough memory for the body, or
         *     cannot reach the agent or server to which it passes the task; or, while the task was running, it shut down or
         *     lost the connection to that agent or server. With `Retry-After`, nothing was executed; try again after that
         *     time. Without it, the task may have been executed in part; check its effects before you send it again.
         */
        readonly RpcServiceUnavailable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description A rate limit is exhausted, or too many tasks are running. Wait for the time in `Retry-After`. */
        readonly RpcTooManyRequests: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description The signature is invalid, or is missing although it is required. */
        readonly RpcUnauthorized: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description The body is JSON, but not a valid JSON-RPC request. */
        readonly RpcUnprocessableContent: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /** @description The body must be sent as `application/json`. */
        readonly RpcUnsupportedMediaType: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JsonRpcFailure"];
            };
        };
        /**
         * @description The agent is paused or shutting down, cannot verify a signature, or does not have enough memory for the body.
         *     With `Retry-After`, nothing was executed; try again after that time. Without it, the agent shut down while it
         *     was replying to a chat message, so the task may have been executed in part.
         */
        readonly ServiceUnavailable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly "X-Svc-Agent-ID": components["headers"]["ChatAgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["ChatReputation"];
                readonly "X-Svc-Verification": components["headers"]["ChatVerification"];
                readonly "X-Svc-Task-ID": components["headers"]["ChatTaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["ChatTraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The task cannot be read, does not match its schema, or its input does not match the skill's schema. */
        readonly TaskBadRequest: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The body exceeds the size limit. */
        readonly TaskContentTooLarge: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The skill or the agent failed. */
        readonly TaskFailed: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The signature is valid, but the workspace's policy or the registry denies access to the caller. */
        readonly TaskForbidden: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The skill took longer than its `timeout_ms` and was aborted. */
        readonly TaskTimeout: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description A rate limit is exhausted, or too many tasks are running. Wait for the time in `Retry-After`. */
        readonly TaskTooManyRequests: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The signature is invalid, or is missing although it is required. */
        readonly TaskUnauthorized: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /**
         * @description The agent currently accepts no tasks, cannot verify a signature, does not have enough memory for the body, or
         *     cannot reach the agent or server to which it passes the task; or, while the task was running, it shut down or
         *     lost the connection to that agent or server. With `Retry-After`, nothing was executed; try again after that
         *     time. Without it, the task may have been executed in part; check its effects before you send it again.
         */
        readonly TaskUnavailable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /**
         * @description The agent has no such skill, or the task names none; the card lists the skills. Or the agent or server to which this
         *     one passes the task asks for more input.
         */
        readonly TaskUnknownSkill: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description The body must be sent as `application/json`. */
        readonly TaskUnsupportedMediaType: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                readonly "X-Svc-Verification": components["headers"]["Verification"];
                readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["TaskFailure"];
            };
        };
        /** @description A rate limit is exhausted, or too many tasks are running. Wait for the time in `Retry-After`. */
        readonly TooManyRequests: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["ChatAgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["ChatReputation"];
                readonly "X-Svc-Verification": components["headers"]["ChatVerification"];
                readonly "X-Svc-Task-ID": components["headers"]["ChatTaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["ChatTraceIdHeader"];
                readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The session is missing, unknown or expired, or the client id does not belong to it. Or the signature of the message
         *     is invalid, or is missing although it is required. The message states how to proceed.
         */
        readonly Unauthorized: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["ChatAgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["ChatReputation"];
                readonly "X-Svc-Verification": components["headers"]["ChatVerification"];
                readonly "X-Svc-Task-ID": components["headers"]["ChatTaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["ChatTraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body must be sent as `application/json`. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                readonly "X-Svc-Agent-ID": components["headers"]["ChatAgentIdHeader"];
                readonly "X-Svc-Reputation": components["headers"]["ChatReputation"];
                readonly "X-Svc-Verification": components["headers"]["ChatVerification"];
                readonly "X-Svc-Task-ID": components["headers"]["ChatTaskIdHeader"];
                readonly "X-Svc-Trace-ID": components["headers"]["ChatTraceIdHeader"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description A2A version that the client uses; 0.3 if the header is absent or empty. It has no effect on `tasks/send`. */
        readonly A2aVersion: string;
        /** @description The `svc_id` of the agent that signed the request. */
        readonly AgentId: string;
        /**
         * @description The installation for which the request was signed, if any. The receiver uses it only for comparison: any value
         *     other than its own is rejected.
         */
        readonly AudienceInstallation: string;
        /** @description Entity tags of earlier responses, or `*`. If one of them is that of the response, the status is 304. */
        readonly IfNoneMatch: string;
        /** @description The method of the body. MCP revision 2026-07-28 requires it. */
        readonly McpMethod: string;
        /** @description The name of the tool that is called. MCP revision 2026-07-28 requires it. */
        readonly McpName: string;
        /** @description MCP revision that the client uses; 2025-11-25 if the header is absent or empty. */
        readonly McpProtocolVersion: string;
        /** @description A value that the signer uses only once. */
        readonly Nonce: string;
        /** @description Ed25519 signature over the data described under *Signatures*, in base64, base64url or hexadecimal. */
        readonly Signature: string;
        /**
         * @description The platform's signed statement about the task that it forwards; see *Signatures*.
         * @example eyJhdWRpZW5jZSI6eyJpbnN0YWxsYXRpb25faWQiOiI0ZDBmN2I1Mi02YTFjLTRlN2UtOWIzOC01YzJmMWQ5MGE2ZTMiLCJzdmNfaWQiOiJhZjVmN2U2ODk2MmQwNDJiMmUzMzUwN2YxMDIyMTY1NTEwNzA1MTQ1NGU5ODFlZWZkNzljMzJlZWIyMGEzYTUxIn0sImV4cGlyZXNfYXQiOiIyMDI2LTAzLTAyVDA5OjE0OjAwLjAwMFoiLCJpc3N1ZWRfYXQiOiIyMDI2LTAzLTAyVDA5OjEzOjAwLjAwMFoiLCJpc3N1ZXIiOiJodHRwczovL2FnZW50cy5leGFtcGxlLmNvbSIsIm9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIiwicmVxdWVzdF9ib2R5X2hhc2giOiJkZTYyZWVjYzZlZTRiZTFhZmZiYmU5ZjJmM2FhODJiMjRmZjk4NzFlZWRmYThiYWFkNWQ5MjcwNjZkMDVjMzA3IiwicmVxdWVzdGVyIjp7Im9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIn0sInNraWxsIjoiZXh0cmFjdF9pbnZvaWNlIiwidGFza19pZCI6IjAxOTU1NjFkLTRmNDAtN2I3Yy05YTYxLTJmN2QzYTkwYzFlNSIsInVwc3RyZWFtX3VybCI6Imh0dHBzOi8vaW52b2ljZXMuYWNtZS5leGFtcGxlL2EyYS90YXNrcyIsIndvcmtzcGFjZV9pZCI6IndzXzdiMWU1YzkwZDJmNCJ9.PEiwQnIxxbYOp6NCJlbjSFvxdu1-hfwKW07d59gDa9Wq2IEH34iIT7S8-QcOwk4HS-pqZj95R1pWYWAMJHybAA
         */
        readonly TaskStatement: string;
        /** @description When the request was signed, within 300 seconds of the current time. */
        readonly Timestamp: string;
        /**
         * @description Identifier that correlates log entries of all parties. It is returned in the response and is not signed.
         * @example 5b8efff798038103d269b633813fc60c
         */
        readonly TraceId: string;
    };
    requestBodies: never;
    headers: {
        /** @description The `svc_id` of the agent that responds. */
        readonly AgentIdHeader: string;
        /** @description Number of seconds for which the response may be cached. */
        readonly CacheControl: string;
        /** @description The `svc_id` of the agent, in the response to a chat message whose session was accepted. */
        readonly ChatAgentIdHeader: string;
        /** @description The agent's reputation, in the response to a chat message whose session was accepted. */
        readonly ChatReputation: number;
        /** @description Identifier of the task, in the response to a chat message whose session was accepted. */
        readonly ChatTaskIdHeader: string;
        /** @description Identifier that correlates log entries of all parties, in the response to a chat message whose session was accepted. */
        readonly ChatTraceIdHeader: string;
        /** @description Verification status of the agent, in the response to a chat message whose session was accepted. */
        readonly ChatVerification: components["schemas"]["VerificationStatus"];
        /** @description Version of the response, for `If-None-Match`. */
        readonly ETag: string;
        /**
         * @description Requests remaining (`r`) and seconds until the limit is fully replenished (`t`); absent if no limit on the rate of
         *     requests was consulted.
         */
        readonly RateLimit: string;
        /** @description The limits that apply, each with its quota (`q`) and its window in seconds (`w`). */
        readonly RateLimitPolicy: string;
        /** @description The agent's reputation from 0 to 100, as last received from the platform; 50 if there is none. */
        readonly Reputation: number;
        /** @description Identifier of this request, the same as `request_id` in errors. */
        readonly RequestIdHeader: string;
        /** @description Number of seconds to wait before retrying. */
        readonly RetryAfter: number;
        /**
         * @description Ed25519 signature in base64, over the data described under *Signatures*; absent if the agent has no key, the
         *     signature of the request was not verified, or the response is a stream of events.
         */
        readonly SignatureHeader: string;
        /** @description Identifier of the task, the same as in the body if the body has one. */
        readonly TaskIdHeader: string;
        /** @description When the answer was signed. */
        readonly TimestampHeader: string;
        /** @description Identifier that correlates log entries of all parties; the one in the request, if it had one. */
        readonly TraceIdHeader: string;
        /** @description Verification status of the agent, as last received from the platform; `unverified` if there is none. */
        readonly Verification: components["schemas"]["VerificationStatus"];
        /**
         * @description Signed statement by the platform that an organization runs this agent, for the body of this response. It is not
         *     a signature of the agent. Absent unless the agent requested it from the platform.
         */
        readonly Vouch: string;
        /** @description What the request lacks, a session or a valid signature. */
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
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentCard"];
                };
            };
            /** @description The request cannot be read, or has a query parameter; this operation has none. */
            readonly 400: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getA2aCard: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Entity tags of earlier responses, or `*`. If one of them is that of the response, the status is 304. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The card. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["A2aCard"];
                };
            };
            /** @description The card has not changed since it was fetched with the `ETag` in `If-None-Match`. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "Cache-Control": components["headers"]["CacheControl"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read, or has a query parameter; this operation has none. */
            readonly 400: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The agent is running. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            /** @description The request cannot be read, or has a query parameter; this operation has none. */
            readonly 400: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
            readonly 429: components["responses"]["TooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getAgentContract: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The contract of this agent. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description The request cannot be read, or has a query parameter; this operation has none. */
            readonly 400: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
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
            /** @description The session. The token is returned only once. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
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
            /** @description The body is JSON, but does not match its schema. `issues` lists the invalid fields. */
            readonly 422: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
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
                /** @description When the request was signed, within 300 seconds of the current time. */
                readonly "X-Svc-Timestamp"?: components["parameters"]["Timestamp"];
                /** @description A value that the signer uses only once. */
                readonly "X-Svc-Nonce"?: components["parameters"]["Nonce"];
                /**
                 * @description The installation for which the request was signed, if any. The receiver uses it only for comparison: any value
                 *     other than its own is rejected.
                 */
                readonly "X-Svc-Audience-Installation"?: components["parameters"]["AudienceInstallation"];
                /** @description Ed25519 signature over the data described under *Signatures*, in base64, base64url or hexadecimal. */
                readonly "X-Svc-Signature"?: components["parameters"]["Signature"];
                /**
                 * @description Identifier that correlates log entries of all parties. It is returned in the response and is not signed.
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
            /** @description The agent's reply. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                    readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                    readonly "X-Svc-Verification": components["headers"]["Verification"];
                    readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                    readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                    readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                    readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
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
            /** @description The body is JSON, but does not match its schema. `issues` lists the invalid fields. */
            readonly 422: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "X-Svc-Agent-ID": components["headers"]["ChatAgentIdHeader"];
                    readonly "X-Svc-Reputation": components["headers"]["ChatReputation"];
                    readonly "X-Svc-Verification": components["headers"]["ChatVerification"];
                    readonly "X-Svc-Task-ID": components["headers"]["ChatTaskIdHeader"];
                    readonly "X-Svc-Trace-ID": components["headers"]["ChatTraceIdHeader"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Problem"];
                };
            };
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
                /** @description When the request was signed, within 300 seconds of the current time. */
                readonly "X-Svc-Timestamp"?: components["parameters"]["Timestamp"];
                /** @description A value that the signer uses only once. */
                readonly "X-Svc-Nonce"?: components["parameters"]["Nonce"];
                /**
                 * @description The installation for which the request was signed, if any. The receiver uses it only for comparison: any value
                 *     other than its own is rejected.
                 */
                readonly "X-Svc-Audience-Installation"?: components["parameters"]["AudienceInstallation"];
                /** @description Ed25519 signature over the data described under *Signatures*, in base64, base64url or hexadecimal. */
                readonly "X-Svc-Signature"?: components["parameters"]["Signature"];
                /**
                 * @description The platform's signed statement about the task that it forwards; see *Signatures*.
                 * @example eyJhdWRpZW5jZSI6eyJpbnN0YWxsYXRpb25faWQiOiI0ZDBmN2I1Mi02YTFjLTRlN2UtOWIzOC01YzJmMWQ5MGE2ZTMiLCJzdmNfaWQiOiJhZjVmN2U2ODk2MmQwNDJiMmUzMzUwN2YxMDIyMTY1NTEwNzA1MTQ1NGU5ODFlZWZkNzljMzJlZWIyMGEzYTUxIn0sImV4cGlyZXNfYXQiOiIyMDI2LTAzLTAyVDA5OjE0OjAwLjAwMFoiLCJpc3N1ZWRfYXQiOiIyMDI2LTAzLTAyVDA5OjEzOjAwLjAwMFoiLCJpc3N1ZXIiOiJodHRwczovL2FnZW50cy5leGFtcGxlLmNvbSIsIm9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIiwicmVxdWVzdF9ib2R5X2hhc2giOiJkZTYyZWVjYzZlZTRiZTFhZmZiYmU5ZjJmM2FhODJiMjRmZjk4NzFlZWRmYThiYWFkNWQ5MjcwNjZkMDVjMzA3IiwicmVxdWVzdGVyIjp7Im9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIn0sInNraWxsIjoiZXh0cmFjdF9pbnZvaWNlIiwidGFza19pZCI6IjAxOTU1NjFkLTRmNDAtN2I3Yy05YTYxLTJmN2QzYTkwYzFlNSIsInVwc3RyZWFtX3VybCI6Imh0dHBzOi8vaW52b2ljZXMuYWNtZS5leGFtcGxlL2EyYS90YXNrcyIsIndvcmtzcGFjZV9pZCI6IndzXzdiMWU1YzkwZDJmNCJ9.PEiwQnIxxbYOp6NCJlbjSFvxdu1-hfwKW07d59gDa9Wq2IEH34iIT7S8-QcOwk4HS-pqZj95R1pWYWAMJHybAA
                 */
                readonly "X-Svc-Task"?: components["parameters"]["TaskStatement"];
                /**
                 * @description Identifier that correlates log entries of all parties. It is returned in the response and is not signed.
                 * @example 5b8efff798038103d269b633813fc60c
                 */
                readonly "X-Svc-Trace-ID"?: components["parameters"]["TraceId"];
                /** @description A2A version that the client uses; 0.3 if the header is absent or empty. It has no effect on `tasks/send`. */
                readonly "A2A-Version"?: components["parameters"]["A2aVersion"];
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
            /** @description The call was valid; `result` or `error` states its outcome. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                    readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                    readonly "X-Svc-Verification": components["headers"]["Verification"];
                    readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                    readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                    readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                    readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                    readonly "X-Svc-Vouch": components["headers"]["Vouch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JsonRpcResponse"];
                    readonly "text/event-stream": unknown;
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
                /** @description When the request was signed, within 300 seconds of the current time. */
                readonly "X-Svc-Timestamp"?: components["parameters"]["Timestamp"];
                /** @description A value that the signer uses only once. */
                readonly "X-Svc-Nonce"?: components["parameters"]["Nonce"];
                /**
                 * @description The installation for which the request was signed, if any. The receiver uses it only for comparison: any value
                 *     other than its own is rejected.
                 */
                readonly "X-Svc-Audience-Installation"?: components["parameters"]["AudienceInstallation"];
                /** @description Ed25519 signature over the data described under *Signatures*, in base64, base64url or hexadecimal. */
                readonly "X-Svc-Signature"?: components["parameters"]["Signature"];
                /**
                 * @description The platform's signed statement about the task that it forwards; see *Signatures*.
                 * @example eyJhdWRpZW5jZSI6eyJpbnN0YWxsYXRpb25faWQiOiI0ZDBmN2I1Mi02YTFjLTRlN2UtOWIzOC01YzJmMWQ5MGE2ZTMiLCJzdmNfaWQiOiJhZjVmN2U2ODk2MmQwNDJiMmUzMzUwN2YxMDIyMTY1NTEwNzA1MTQ1NGU5ODFlZWZkNzljMzJlZWIyMGEzYTUxIn0sImV4cGlyZXNfYXQiOiIyMDI2LTAzLTAyVDA5OjE0OjAwLjAwMFoiLCJpc3N1ZWRfYXQiOiIyMDI2LTAzLTAyVDA5OjEzOjAwLjAwMFoiLCJpc3N1ZXIiOiJodHRwczovL2FnZW50cy5leGFtcGxlLmNvbSIsIm9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIiwicmVxdWVzdF9ib2R5X2hhc2giOiJkZTYyZWVjYzZlZTRiZTFhZmZiYmU5ZjJmM2FhODJiMjRmZjk4NzFlZWRmYThiYWFkNWQ5MjcwNjZkMDVjMzA3IiwicmVxdWVzdGVyIjp7Im9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIn0sInNraWxsIjoiZXh0cmFjdF9pbnZvaWNlIiwidGFza19pZCI6IjAxOTU1NjFkLTRmNDAtN2I3Yy05YTYxLTJmN2QzYTkwYzFlNSIsInVwc3RyZWFtX3VybCI6Imh0dHBzOi8vaW52b2ljZXMuYWNtZS5leGFtcGxlL2EyYS90YXNrcyIsIndvcmtzcGFjZV9pZCI6IndzXzdiMWU1YzkwZDJmNCJ9.PEiwQnIxxbYOp6NCJlbjSFvxdu1-hfwKW07d59gDa9Wq2IEH34iIT7S8-QcOwk4HS-pqZj95R1pWYWAMJHybAA
                 */
                readonly "X-Svc-Task"?: components["parameters"]["TaskStatement"];
                /**
                 * @description Identifier that correlates log entries of all parties. It is returned in the response and is not signed.
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
            /** @description The task was completed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                    readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                    readonly "X-Svc-Verification": components["headers"]["Verification"];
                    readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                    readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                    readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                    readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
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
            readonly 500: components["responses"]["TaskFailed"];
            readonly 503: components["responses"]["TaskUnavailable"];
            readonly 504: components["responses"]["TaskTimeout"];
        };
    };
    readonly sendMcp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `svc_id` of the agent that signed the request. */
                readonly "X-Svc-Agent-ID"?: components["parameters"]["AgentId"];
                /** @description When the request was signed, within 300 seconds of the current time. */
                readonly "X-Svc-Timestamp"?: components["parameters"]["Timestamp"];
                /** @description A value that the signer uses only once. */
                readonly "X-Svc-Nonce"?: components["parameters"]["Nonce"];
                /**
                 * @description The installation for which the request was signed, if any. The receiver uses it only for comparison: any value
                 *     other than its own is rejected.
                 */
                readonly "X-Svc-Audience-Installation"?: components["parameters"]["AudienceInstallation"];
                /** @description Ed25519 signature over the data described under *Signatures*, in base64, base64url or hexadecimal. */
                readonly "X-Svc-Signature"?: components["parameters"]["Signature"];
                /**
                 * @description The platform's signed statement about the task that it forwards; see *Signatures*.
                 * @example eyJhdWRpZW5jZSI6eyJpbnN0YWxsYXRpb25faWQiOiI0ZDBmN2I1Mi02YTFjLTRlN2UtOWIzOC01YzJmMWQ5MGE2ZTMiLCJzdmNfaWQiOiJhZjVmN2U2ODk2MmQwNDJiMmUzMzUwN2YxMDIyMTY1NTEwNzA1MTQ1NGU5ODFlZWZkNzljMzJlZWIyMGEzYTUxIn0sImV4cGlyZXNfYXQiOiIyMDI2LTAzLTAyVDA5OjE0OjAwLjAwMFoiLCJpc3N1ZWRfYXQiOiIyMDI2LTAzLTAyVDA5OjEzOjAwLjAwMFoiLCJpc3N1ZXIiOiJodHRwczovL2FnZW50cy5leGFtcGxlLmNvbSIsIm9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIiwicmVxdWVzdF9ib2R5X2hhc2giOiJkZTYyZWVjYzZlZTRiZTFhZmZiYmU5ZjJmM2FhODJiMjRmZjk4NzFlZWRmYThiYWFkNWQ5MjcwNjZkMDVjMzA3IiwicmVxdWVzdGVyIjp7Im9yZ2FuaXphdGlvbl9pZCI6Im9yZ19hY21lIn0sInNraWxsIjoiZXh0cmFjdF9pbnZvaWNlIiwidGFza19pZCI6IjAxOTU1NjFkLTRmNDAtN2I3Yy05YTYxLTJmN2QzYTkwYzFlNSIsInVwc3RyZWFtX3VybCI6Imh0dHBzOi8vaW52b2ljZXMuYWNtZS5leGFtcGxlL2EyYS90YXNrcyIsIndvcmtzcGFjZV9pZCI6IndzXzdiMWU1YzkwZDJmNCJ9.PEiwQnIxxbYOp6NCJlbjSFvxdu1-hfwKW07d59gDa9Wq2IEH34iIT7S8-QcOwk4HS-pqZj95R1pWYWAMJHybAA
                 */
                readonly "X-Svc-Task"?: components["parameters"]["TaskStatement"];
                /**
                 * @description Identifier that correlates log entries of all parties. It is returned in the response and is not signed.
                 * @example 5b8efff798038103d269b633813fc60c
                 */
                readonly "X-Svc-Trace-ID"?: components["parameters"]["TraceId"];
                /** @description MCP revision that the client uses; 2025-11-25 if the header is absent or empty. */
                readonly "MCP-Protocol-Version"?: components["parameters"]["McpProtocolVersion"];
                /** @description The method of the body. MCP revision 2026-07-28 requires it. */
                readonly "Mcp-Method"?: components["parameters"]["McpMethod"];
                /** @description The name of the tool that is called. MCP revision 2026-07-28 requires it. */
                readonly "Mcp-Name"?: components["parameters"]["McpName"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["McpRequest"];
            };
        };
        readonly responses: {
            /** @description The call was valid; `result` or `error` states its outcome. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                    readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                    readonly "X-Svc-Verification": components["headers"]["Verification"];
                    readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                    readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                    readonly "X-Svc-Timestamp": components["headers"]["TimestampHeader"];
                    readonly "X-Svc-Signature": components["headers"]["SignatureHeader"];
                    readonly "X-Svc-Vouch": components["headers"]["Vouch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["McpResponse"];
                };
            };
            /** @description The notification was accepted. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["RequestIdHeader"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    readonly "X-Svc-Agent-ID": components["headers"]["AgentIdHeader"];
                    readonly "X-Svc-Reputation": components["headers"]["Reputation"];
                    readonly "X-Svc-Verification": components["headers"]["Verification"];
                    readonly "X-Svc-Task-ID": components["headers"]["TaskIdHeader"];
                    readonly "X-Svc-Trace-ID": components["headers"]["TraceIdHeader"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["McpBadRequest"];
            readonly 401: components["responses"]["RpcUnauthorized"];
            readonly 403: components["responses"]["RpcForbidden"];
            readonly 404: components["responses"]["McpNotFound"];
            readonly 413: components["responses"]["RpcContentTooLarge"];
            readonly 415: components["responses"]["RpcUnsupportedMediaType"];
            readonly 422: components["responses"]["RpcUnprocessableContent"];
            readonly 429: components["responses"]["RpcTooManyRequests"];
            readonly 431: components["responses"]["HeadersTooLarge"];
            readonly 500: components["responses"]["RpcInternalError"];
            readonly 503: components["responses"]["RpcServiceUnavailable"];
        };
    };
}
