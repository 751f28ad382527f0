// Generated from test/contract/fixture.yaml by scripts/generate.ts. Change that file and run `npm run generate`.

export const table = {
  "listNotes": {
    "id": "listNotes",
    "method": "GET",
    "path": "/notes",
    "tag": "notes",
    "security": [
      [
        "ApiKey"
      ],
      [
        "Session"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "notes:read",
    "auditEvents": [],
    "extension": false,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "createNote": {
    "id": "createNote",
    "method": "POST",
    "path": "/notes",
    "tag": "notes",
    "security": [
      [
        "ApiKey"
      ]
    ],
    "requiredPlan": "starter",
    "requiredScope": "notes:write",
    "auditEvents": [
      "note.created"
    ],
    "extension": false,
    "defaults": []
  },
  "searchNotes": {
    "id": "searchNotes",
    "method": "POST",
    "path": "/notes/search",
    "tag": "notes",
    "security": [
      [
        "ApiKey"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "getNote": {
    "id": "getNote",
    "method": "GET",
    "path": "/notes/{note_id}",
    "tag": "notes",
    "security": [
      [
        "ApiKey"
      ],
      [
        "Session"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "deleteNote": {
    "id": "deleteNote",
    "method": "DELETE",
    "path": "/notes/{note_id}",
    "tag": "notes",
    "security": [
      [
        "ApiKey"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "note.deleted"
    ],
    "extension": false,
    "defaults": []
  },
  "getReport": {
    "id": "getReport",
    "method": "GET",
    "path": "/notes/{note_id}/report",
    "tag": "notes",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "labelParcel": {
    "id": "labelParcel",
    "method": "PUT",
    "path": "/parcels/{ref}/labels/{label}",
    "tag": "parcels",
    "security": [
      [
        "Session",
        "ClientId"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "listParcels": {
    "id": "listParcels",
    "method": "GET",
    "path": "/parcels",
    "tag": "parcels",
    "security": [
      [
        "ApiKey"
      ],
      []
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": false,
    "defaults": []
  }
} as const
