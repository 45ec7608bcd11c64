//! A question in the words of the protocol: chat completions, as `async-openai` types them.

use async_openai::types::chat::{
    ChatCompletionMessageToolCall, ChatCompletionMessageToolCalls, ChatCompletionRequestAssistantMessage,
    ChatCompletionRequestMessage, ChatCompletionRequestSystemMessage, ChatCompletionRequestToolMessage,
    ChatCompletionRequestUserMessage, ChatCompletionTool, ChatCompletionTools, CreateChatCompletionRequest, FunctionCall,
    FunctionObject, ResponseFormat, ResponseFormatJsonSchema,
};
use serde_json::Value;

use super::profile::Structured;
use super::{Endpoint, Message, ModelError, Request};

/// The body of the request.
pub(super) fn body(request: &Request, endpoint: &Endpoint) -> Result<String, ModelError> {
    let tools = |spec: &super::ToolSpec| {
        ChatCompletionTools::Function(ChatCompletionTool {
            function: FunctionObject {
                name: spec.name.clone(),
                description: Some(spec.description.clone()),
                parameters: Some(spec.parameters.clone()),
                strict: None,
            },
        })
    };
    let typed = CreateChatCompletionRequest {
        model: endpoint.model.clone(),
        messages: request.messages.iter().map(message).collect(),
        tools: (!request.tools.is_empty()).then(|| request.tools.iter().map(tools).collect()),
        // A host that is told a shape while tools are offered may answer in it at once, so the shape waits for the last round.
        response_format: request.answer.as_ref().filter(|_| request.tools.is_empty()).and_then(|answer| shape(answer, endpoint)),
        ..CreateChatCompletionRequest::default()
    };
    let unspeakable = |error: serde_json::Error| ModelError::Malformed(format!("the request cannot be written: {error}"));
    let mut body = serde_json::to_value(typed).map_err(unspeakable)?;
    // Which field bounds the reply differs from host to host.
    if let (Some(limit), Value::Object(fields)) = (request.max_output_tokens, &mut body) {
        fields.insert(endpoint.profile.tokens_field.clone(), limit.into());
    }
    Ok(body.to_string())
}

fn message(message: &Message) -> ChatCompletionRequestMessage {
    match message {
        Message::System(text) => ChatCompletionRequestSystemMessage { content: text.as_str().into(), name: None }.into(),
        Message::User(text) => ChatCompletionRequestUserMessage { content: text.as_str().into(), name: None }.into(),
        Message::Assistant { text, calls } => {
            let call = |call: &super::SentCall| {
                ChatCompletionMessageToolCalls::Function(ChatCompletionMessageToolCall {
                    id: call.id.as_str().to_owned(),
                    function: FunctionCall { name: call.name.as_str().to_owned(), arguments: call.arguments.as_str().to_owned() },
                })
            };
            ChatCompletionRequestAssistantMessage {
                content: (!text.is_empty()).then(|| text.as_str().into()),
                tool_calls: (!calls.is_empty()).then(|| calls.iter().map(call).collect()),
                ..ChatCompletionRequestAssistantMessage::default()
            }
            .into()
        }
        Message::Tool { call, content } => {
            ChatCompletionRequestToolMessage { content: content.as_str().into(), tool_call_id: call.as_str().to_owned() }.into()
        }
    }
}

fn shape(answer: &super::Answer, endpoint: &Endpoint) -> Option<ResponseFormat> {
    match endpoint.profile.structured {
        Structured::JsonSchema => Some(ResponseFormat::JsonSchema {
            json_schema: ResponseFormatJsonSchema {
                description: None,
                name: answer.name.clone(),
                schema: answer.schema.clone(),
                strict: None,
            },
        }),
        Structured::JsonObject => Some(ResponseFormat::JsonObject),
        Structured::None => None,
    }
}
