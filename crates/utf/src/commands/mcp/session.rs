//! The messages of the protocol: JSON-RPC 2.0, one message per line.

use serde_json::{Map, Value, json};

use super::{
    lines::MAX_LEN,
    tools::{Failed, Tools},
};

/// The supported revisions of the protocol, the newest first.
const REVISIONS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];

/// The maximum number of messages in a batch. All answers of a batch are in memory.
const MAX_BATCH: usize = 16;

/// The tools with their schemas.
const TOOLS: &str = include_str!("../../../data/mcp-tools.json");

/// The codes of errors.
const NOT_JSON: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const UNKNOWN_METHOD: i32 = -32601;
const INVALID_PARAMETERS: i32 = -32602;

pub(super) struct Session {
    tools: Tools,
}

/// An error of the protocol: its code and its message.
type ProtocolError = (i32, String);

impl Session {
    pub(super) fn new(tools: Tools) -> Self {
        Self { tools }
    }

    /// Returns the answer to a line, or `None` if the line does not need an answer.
    pub(super) fn answer(&mut self, line: &[u8]) -> Option<Value> {
        if line.trim_ascii().is_empty() {
            return None;
        }
        match serde_json::from_slice(line) {
            Ok(Value::Array(batch)) if batch.is_empty() || batch.len() > MAX_BATCH => {
                let words = format!("a batch has 1 to {MAX_BATCH} messages");
                Some(error(&Value::Null, (INVALID_REQUEST, words)))
            }
            Ok(Value::Array(batch)) => {
                let answers = batch.into_iter().filter_map(|one| self.message(one));
                let answers: Vec<_> = answers.collect();
                (!answers.is_empty()).then_some(Value::Array(answers))
            }
            Ok(message) => self.message(message),
            Err(why) => Some(error(&Value::Null, (NOT_JSON, format!("not JSON: {why}")))),
        }
    }

    /// Returns the answer to a message, or `None` if the message does not need an answer.
    fn message(&mut self, message: Value) -> Option<Value> {
        let invalid = |words: &str| Some(error(&Value::Null, (INVALID_REQUEST, words.to_owned())));
        let Value::Object(mut message) = message else {
            return invalid("a message is an object");
        };
        if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return invalid("`jsonrpc` has to be \"2.0\"");
        }
        let id = message.remove("id");
        let method = match message.remove("method") {
            Some(Value::String(method)) => method,
            // An answer, although the server asks nothing.
            None if message.contains_key("result") || message.contains_key("error") => return None,
            _ => return invalid("`method` has to be a string"),
        };
        let id = match id {
            // A notification. Even a call without an identifier does nothing.
            None => return None,
            Some(id) if id.is_string() || id.is_i64() || id.is_u64() => id,
            Some(_) => return invalid("`id` has to be a string or an integer"),
        };
        let parameters = match message.remove("params") {
            None => Ok(Map::new()),
            Some(Value::Object(parameters)) => Ok(parameters),
            Some(_) => Err((INVALID_PARAMETERS, "`params` has to be an object".to_owned())),
        };
        Some(match parameters.and_then(|parameters| self.request(&method, parameters)) {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(why) => error(&id, why),
        })
    }

    fn request(
        &mut self,
        method: &str,
        mut parameters: Map<String, Value>,
    ) -> Result<Value, ProtocolError> {
        match method {
            "initialize" => self.initialize(&parameters),
            "ping" => Ok(json!({})),
            "tools/list" => match serde_json::from_str::<Value>(TOOLS) {
                Ok(tools) => Ok(json!({ "tools": tools })),
                Err(why) => Err((UNKNOWN_METHOD, why.to_string())),
            },
            "tools/call" => {
                let Some(Value::String(name)) = parameters.remove("name") else {
                    return Err((INVALID_PARAMETERS, "`name` has to be a string".to_owned()));
                };
                let arguments = parameters.remove("arguments").unwrap_or_else(|| json!({}));
                self.call(&name, arguments)
            }
            _ => Err((UNKNOWN_METHOD, format!("unknown method: {method}"))),
        }
    }

    fn initialize(&self, parameters: &Map<String, Value>) -> Result<Value, ProtocolError> {
        let Some(wanted) = parameters.get("protocolVersion").and_then(Value::as_str) else {
            let words = "`protocolVersion` has to be a string".to_owned();
            return Err((INVALID_PARAMETERS, words));
        };
        let known = REVISIONS.iter().find(|&&known| known == wanted);
        Ok(json!({
            "protocolVersion": known.unwrap_or(&REVISIONS[0]),
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "utf", "version": env!("CARGO_PKG_VERSION") },
            "instructions": self.tools.instructions(),
        }))
    }

    fn call(&self, name: &str, arguments: Value) -> Result<Value, ProtocolError> {
        let (texts, is_error) = match self.tools.call(name, arguments) {
            Ok(texts) => (texts, false),
            Err(Failed::Tool(words)) => (vec![words], true),
            Err(Failed::Arguments(words)) => {
                return Err((INVALID_PARAMETERS, format!("{name}: {words}")));
            }
        };
        let content = texts.into_iter().map(|text| json!({ "type": "text", "text": text }));
        Ok(json!({ "content": content.collect::<Vec<_>>(), "isError": is_error }))
    }
}

/// Returns the answer to a line that is too long to be read.
pub(super) fn too_long() -> Value {
    error(&Value::Null, (NOT_JSON, format!("a message has at most {MAX_LEN} bytes")))
}

fn error(id: &Value, (code, message): ProtocolError) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_have_schemas() {
        let tools: Vec<Value> = serde_json::from_str(TOOLS).unwrap();
        let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["read", "edit", "check", "detect", "search", "heal"]);
        for tool in &tools {
            let schema = &tool["inputSchema"];
            let properties = schema["properties"].as_object().unwrap();
            for name in schema["required"].as_array().unwrap() {
                assert!(properties.contains_key(name.as_str().unwrap()), "{tool}");
            }
            let writes = tool["annotations"]["destructiveHint"] == true;
            assert_eq!(tool["annotations"]["readOnlyHint"] == true, !writes, "{tool}");
        }
    }
}
