// The OpenAPI document of this server, to try out; a token that is given stays until it is taken back.
SwaggerUIBundle({
  url: "/v1/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  docExpansion: "list",
  // Hundreds of schemas laid out at once would take a slow machine a minute; each operation shows its own.
  defaultModelsExpandDepth: -1,
  filter: true,
  tryItOutEnabled: true,
  requestSnippetsEnabled: true,
  validatorUrl: null,
});
