use std::fmt::Display;
use std::str::FromStr;
use svc_registry::{Client, Error, ResponseValue, types};

pub type Outcome<T> = Result<T, Box<dyn std::error::Error>>;
pub type ApiResult<T> = Result<ResponseValue<T>, Error<types::Problem>>;

/// Returns the value of an environment variable, which must be set.
pub fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"))
}

pub fn check(condition: bool, otherwise: impl Display) -> Outcome<()> {
    if condition { Ok(()) } else { Err(otherwise.to_string().into()) }
}

/// Converts a string to the type that the contract defines for it.
pub fn typed<T: FromStr>(text: impl AsRef<str>) -> Outcome<T> {
    T::from_str(text.as_ref()).map_err(|_| format!("{} is not valid", text.as_ref()).into())
}

/// Returns the body of a response, which must be a success with this status.
pub fn want<T>(status: u16, response: ApiResult<T>) -> Outcome<T> {
    let response = response.map_err(|error| error.to_string())?;
    check(response.status() == status, format!("{status} expected, {} received", response.status()))?;
    Ok(response.into_inner())
}

/// Returns the problem of a response, which must be an error with this status.
pub fn refused<T>(status: u16, response: ApiResult<T>) -> Outcome<types::Problem> {
    match response {
        Err(Error::ErrorResponse(problem)) if problem.status() == status => Ok(problem.into_inner()),
        Err(error) => Err(error.to_string().into()),
        Ok(response) => Err(format!("{status} expected, {} received", response.status()).into()),
    }
}

pub fn client_with(header: &'static str, value: &str) -> Outcome<Client> {
    let mut headers = reqwest::header::HeaderMap::new();
    if !header.is_empty() {
        headers.insert(header, value.parse()?);
    }
    let inner = reqwest::Client::builder().default_headers(headers).build()?;
    Ok(Client::new_with_client(&env("SVC_BASE_URL"), inner))
}

pub fn with_bearer(token: impl Display) -> Outcome<Client> {
    client_with("authorization", &format!("Bearer {token}"))
}

/// Reports completed steps. A step that fails ends the program before its line is printed.
#[derive(Default)]
pub struct Steps(u32);

impl Steps {
    pub fn done(&mut self, name: &str) {
        self.0 += 1;
        println!("ok {} {name}", self.0);
    }
}

/// Returns an object with this many levels.
pub fn nested(levels: u32) -> serde_json::Map<String, serde_json::Value> {
    let mut object = serde_json::Map::new();
    if levels > 1 {
        object.insert("inner".into(), nested(levels - 1).into());
    }
    object
}
