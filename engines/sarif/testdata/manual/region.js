const region = "eu-west-1";
console.log(region);
